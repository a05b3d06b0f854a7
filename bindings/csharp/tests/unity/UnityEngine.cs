// Stands for Unity where C# is compiled without it: what the scripts beside use, and the public names of its modules.
namespace UnityEngine
{
    public struct Vector2
    {
        public float x, y;
        public Vector2(float x, float y) { this.x = x; this.y = y; }
    }

    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
        public static Vector3 operator +(Vector3 a, Vector3 b) => new Vector3(a.x + b.x, a.y + b.y, a.z + b.z);
        public static implicit operator Vector3(Vector2 v) => new Vector3(v.x, v.y, 0f);
        public static implicit operator Vector2(Vector3 v) => new Vector2(v.x, v.y);
    }

    public struct Quaternion
    {
        public float x, y, z, w;
        public Quaternion(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
        public static Quaternion identity => new Quaternion(0f, 0f, 0f, 1f);
    }

    public class Object { public string name; }
    public class Component : Object { public readonly Transform transform = new Transform(); }
    public class Behaviour : Component { }
    public class MonoBehaviour : Behaviour { }
    public class Transform : Object { public Vector3 position; public Quaternion rotation = Quaternion.identity; }
    public class LineRenderer : Object { public int positionCount; public void SetPositions(Vector3[] positions) { positionCount = positions.Length; } }
    public class SerializeField : System.Attribute { }
    public static class Physics { public static readonly Vector3 gravity = new Vector3(0f, -9.81f, 0f); }
    public static class Time { public const float fixedDeltaTime = 0.02f; }
    public static class Debug { public static void Log(object message) { System.Console.WriteLine(message); } }

    public class AnchoredJoint2D { } public class Animation { } public class AnimationClip { } public class AnimationCurve { }
    public class AnimationEvent { } public class AnimationState { } public class Animator { } public class Application { }
    public class AreaEffector2D { } public class ArticulationBody { } public class AssetBundle { }
    public class AsyncOperation { } public class AudioClip { } public class AudioListener { } public class AudioSource { }
    public class Avatar { } public class BoxCollider { } public class BoxCollider2D { } public class BuoyancyEffector2D { }
    public class Camera { } public class Canvas { } public class CanvasGroup { } public class CapsuleCollider { }
    public class CharacterController { } public class CharacterJoint { } public class CircleCollider2D { }
    public class Cloth { } public class Collider { } public class Collider2D { } public class Collision { }
    public class Collision2D { } public class Compass { } public class CompositeCollider2D { } public class ComputeBuffer { }
    public class ComputeShader { } public class ConfigurableJoint { } public class ConstantForce { }
    public class ConstantForce2D { } public class Coroutine { } public class Cubemap { } public class CustomCollider2D { }
    public class CustomRenderTexture { } public class Display { } public class DistanceJoint2D { }
    public class EdgeCollider2D { } public class Effector2D { } public class Event { } public class FixedJoint { }
    public class FixedJoint2D { } public class Flare { } public class Font { } public class FrictionJoint2D { }
    public class GUIContent { } public class GUIElement { } public class GUISkin { } public class GUIStyle { }
    public class GUIText { } public class GameObject { } public class Gradient { } public class GraphicsBuffer { }
    public class Grid { } public class Gyroscope { } public class HingeJoint { } public class HingeJoint2D { }
    public class Joint { } public class Joint2D { } public class LODGroup { } public class LensFlare { } public class Light { }
    public class LightProbes { } public class LocationService { } public class Material { }
    public class MaterialPropertyBlock { } public class Mesh { } public class MeshCollider { } public class MeshFilter { }
    public class MeshRenderer { } public class Microphone { } public class Motion { } public class MovieTexture { }
    public class Network { } public class OcclusionArea { } public class ParticleSystem { }
    public class ParticleSystemForceField { } public class PhysicMaterial { } public class PhysicsMaterial { }
    public class PhysicsMaterial2D { } public class Ping { } public class PlatformEffector2D { } public class PlayerPrefs { }
    public class PointEffector2D { } public class PolygonCollider2D { } public class Projector { }
    public class PropertyName { } public class RectTransform { } public class ReflectionProbe { }
    public class RelativeJoint2D { } public class RenderTexture { } public class Renderer { } public class Rigidbody { }
    public class Rigidbody2D { } public class ScriptableObject { } public class Shader { } public class SkinnedMeshRenderer { }
    public class Skybox { } public class SliderJoint2D { } public class SphereCollider { } public class SpringJoint { }
    public class SpringJoint2D { } public class Sprite { } public class SpriteRenderer { }
    public class StateMachineBehaviour { } public class SurfaceEffector2D { } public class TargetJoint2D { }
    public class Terrain { } public class TerrainCollider { } public class TerrainData { } public class TerrainLayer { }
    public class TextAsset { } public class TextMesh { } public class Texture { } public class Texture2D { }
    public class Texture3D { } public class TrailRenderer { } public class Tree { } public class VideoPlayer { }
    public class WaitForFixedUpdate { } public class WaitForSeconds { } public class WheelCollider { }
    public class WheelJoint2D { } public class WindZone { } public class YieldInstruction { }

    public struct AccelerationEvent { } public struct BoneWeight { } public struct BoundingSphere { } public struct Bounds { }
    public struct BoundsInt { } public struct ClothSkinningCoefficient { } public struct Color { } public struct Color32 { }
    public struct CombineInstance { } public struct ContactFilter2D { } public struct ContactPair { }
    public struct ContactPairHeader { } public struct ContactPairPoint { } public struct ContactPoint { }
    public struct ContactPoint2D { } public struct FrameTiming { } public struct Hash128 { } public struct HumanBone { }
    public struct JointDrive { } public struct JointLimits { } public struct JointMotor { } public struct JointSpring { }
    public struct Keyframe { } public struct LOD { } public struct LayerMask { } public struct LocationInfo { }
    public struct Matrix4x4 { } public struct ModifiableContactPair { } public struct ModifiableMassProperties { }
    public struct Particle { } public struct PhysicsJobOptions2D { } public struct PhysicsScene { }
    public struct PhysicsScene2D { } public struct PhysicsShape2D { } public struct PhysicsShapeGroup2D { }
    public struct Plane { } public struct Pose { } public struct Range { } public struct RangeInt { } public struct Ray { }
    public struct Ray2D { } public struct RaycastCommand { } public struct RaycastHit { } public struct RaycastHit2D { }
    public struct Rect { } public struct RectInt { } public struct RectOffset { } public struct Resolution { }
    public struct SoftJointLimit { } public struct SphericalHarmonicsL2 { } public struct Touch { }
    public struct TreeInstance { } public struct UIVertex { } public struct Vector2Int { } public struct Vector3Int { }
    public struct Vector4 { } public struct WheelFrictionCurve { } public struct WheelHit { }

    public enum AnimationBlendMode { } public enum ArticulationJointType { } public enum CameraType { }
    public enum CollisionDetectionMode { } public enum CollisionFlags { } public enum CursorLockMode { }
    public enum DeviceOrientation { } public enum DeviceType { } public enum EventType { } public enum FilterMode { }
    public enum FogMode { } public enum ForceMode { } public enum ForceMode2D { } public enum FullScreenMode { }
    public enum HideFlags { } public enum JointDriveMode { } public enum KeyCode { } public enum LightType { }
    public enum LogType { } public enum PhysicsMaterialCombine { } public enum PrimitiveType { }
    public enum QueryTriggerInteraction { } public enum RenderMode { } public enum RigidbodyConstraints { }
    public enum RigidbodyInterpolation { } public enum RigidbodyType2D { } public enum RuntimePlatform { }
    public enum ScreenOrientation { } public enum SendMessageOptions { } public enum SimulationMode { } public enum Space { }
    public enum TextAlignment { } public enum TextureFormat { } public enum TouchPhase { } public enum WrapMode { }

    public static class Caching { } public static class Cursor { } public static class GUI { }
    public static class GUILayout { } public static class Gizmos { } public static class Graphics { }
    public static class Input { } public static class Mathf { } public static class Physics2D { }
    public static class QualitySettings { } public static class Random { } public static class Resources { }
    public static class Screen { } public static class ScreenCapture { } public static class StaticBatchingUtility { }
    public static class SystemInfo { }
}
