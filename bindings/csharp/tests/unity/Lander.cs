// A game's script as it stands in Unity: a lander with a preview, a probe that it throws, and a landing that is found ahead.
using UnityEngine;
using Kinstep;

public class Lander : MonoBehaviour
{
    // what both have names for is Unity's
    public Quaternion facing = Quaternion.identity;
    public Event last;
    public Vector3 goal = new Vector3(60f, 0f, 0f);
    public Plane ground;
    public Ray sight;
    public Material paint;
    public Collision touched;
    public ForceMode mode;
    public SpringJoint joint;
    public ConstantForce push;
    public Space space;
    public Light lamp;
    public Mesh hull;
    public Terrain terrain;
    public Collider shell;
    public Motion motion;
    public Rigidbody body;
    [SerializeField] LineRenderer line = new LineRenderer();

    internal World world;
    internal BodyId craft, probe;
    ForceId engine;
    SurfaceId floor;
    readonly Contact[] contacts = new Contact[16];
    readonly Vector3[] dots = new Vector3[100];
    internal int bounces;
    internal double landsAfter;

    public void Start()
    {
        world = new World(2);
        world.Add(Force.UniformGravity(Physics.gravity));
        world.Add(Force.LinearDragRate(0.02, wind: new Vector3(5f, 0f, 0f)));
        craft = world.Add(new Body { Mass = 1500, Position = new Vector2(0f, 100f), Inertia = Inertia.InPlane(4000), Radius = 1 });
        probe = world.Add(new Body { Mass = 10, Position = transform.position + new Vector3(3f, 100f, 0f), Radius = 0.5 });
        engine = world.AddOn(craft, Force.Thruster(new Vec(0, 45000), arm: new Vec(0.1, -1), throttle: 0.3));
        world.AddOn(craft, Force.TorsionSpring(9000, damping: 4000));
        world.AddOn(probe, Force.Of((state, time) => state.Velocity * -0.5));
        floor = world.AddPlane(new Vector3(0f, 1f, 0f), 0, new ContactMaterial { Restitution = 0.5, Friction = 0.6 });
        world.OnContact((impact, response) =>
        {
            if (impact.Body == craft) response.Material.Restitution = 0;
            return response;
        });
        using (var ahead = world.Clone())
        {
            var landing = ahead.AdvanceUntil(60, 1e-6, Until.Crosses(probe, new Vec(0, 1), 0.5, Crossing.Descending));
            landsAfter = landing.HasValue ? landing.Value.Time : double.PositiveInfinity;
        }
    }

    public void FixedUpdate()
    {
        var state = world[craft];
        var wanted = state.Velocity.Y < -0.1 * state.Position.Y ? 0.5 : 0.2;
        world.Replace(engine, Force.Thruster(new Vec(0, 45000), arm: new Vec(0.1, -1), throttle: wanted));
        world.Step(Time.fixedDeltaTime);
        var count = world.Contacts(contacts);
        for (var i = 0; i < count; i++)
            if (contacts[i].Kind == ContactKind.Bounce && contacts[i].Surface == floor) bounces++;
        state = world[craft];
        transform.position = (Vector3)state.Position;
        transform.rotation = (Quaternion)state.Orientation.AboutZ;
    }

    // where Unity's own physics would put a ball that hits the goal after 100 of its steps
    public void Preview()
    {
        var unity = Model.Unity(Physics.gravity, Time.fixedDeltaTime, 0.1);
        var launch = unity.Aim(transform.position, goal).InSteps(100);
        if (!launch.HasValue) return;
        unity.Launch(transform.position, launch.Value.Velocity).Sample(Time.fixedDeltaTime, Time.fixedDeltaTime, dots);
        line.SetPositions(dots);
    }

    public Vector3 LastDot => dots[99];

    public void OnDestroy() => world.Dispose();
}
