// Stands for Unity's own vector where Kinstep.cs is compiled without Unity.
namespace UnityEngine
{
    public struct Vector3
    {
        public float x, y, z;

        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
    }
}
