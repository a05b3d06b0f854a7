// The bits that five scenes of `tests/golden` end in. Halfway each goes through bytes.
using System;
using Kinstep;

static class Golden
{
    const int Steps = 10000;

    static ulong seed;

    static double Next()
    {
        seed = unchecked(seed * 6364136223846793005 + 1442695040888963407);
        return (seed >> 40) / 8388608.0 - 1.0;
    }

    static Vec NextVec(int dimensions)
    {
        double x = Next(), y = Next();
        return new Vec(x, y, dimensions == 3 ? Next() : 0.0);
    }

    static BodyId[] Points(World world, int dimensions, int count)
    {
        seed = (ulong)count;
        var ids = new BodyId[count];
        for (var i = 0; i < count; i++)
        {
            var body = new Body { Mass = 3.0 + Next() };
            body.Position = NextVec(dimensions) * 3.0;
            body.Velocity = NextVec(dimensions);
            ids[i] = world.Add(body);
        }
        return ids;
    }

    static World SpringsInWind()
    {
        var world = new World(3);
        world.Add(Force.UniformGravity(new Vec(0.0, -9.81)));
        world.Add(Force.LinearDragCoefficient(0.02, new Vec(3.0, 0.0)));
        var ids = Points(world, 3, 8);
        for (var i = 0; i < 8; i++)
        {
            world.AddOn(ids[i], Force.Spring(40.0 + i, 0.01, anchor: new Vec(0.0, 2.0)));
            world.AddOn(ids[i], Force.ConstantForce(new Vec(0.5, 0.0), new Vec(0.0, 1e-4)));
        }
        return world;
    }

    static void PushSprings(World world, BodyId[] ids, int step)
    {
        if (step % 100 != 0) return;
        var push = new Vec(0.3, 0.3, 0.3);
        world.ApplyImpulse(ids[1], push);
        world.ApplyForce(ids[2], push);
        world.SetMass(ids[3], world[ids[3]].Mass * 0.999);
    }

    static World Charges()
    {
        var world = new World(3);
        var ids = Points(world, 3, 5);
        world.Add(Force.RotatingFrame(new Vec(0.0, 0.3, 0.1), new Vec(0.5, 0.0)));
        world.Add(Force.LinearDragRate(0.4));
        world.AddOn(ids[0], Force.MagneticField(new Vec(0.0, 0.0, 1.5), new Vec(0.1, 0.0, 0.2), 2.0));
        world.AddOn(ids[1], Force.MagneticField(new Vec(0.2, 0.0, 0.5)));
        world.AddOn(ids[1], Force.Spring(3.0));
        world.AddOn(ids[2], Force.Magnus(0.1, new Vec(0.0, 3.0, 10.0), new Vec(1.0, 0.0)));
        world.AddOn(ids[3], Force.QuadraticDrag(0.1));
        foreach (var id in ids) world.AddOn(id, Force.Spring(0.5));
        return world;
    }

    static World Planets()
    {
        var world = new World(3);
        Func<double, Vec, Vec, BodyId> Body = (mass, position, velocity) =>
            world.Add(new Body { Mass = mass, Position = position, Velocity = velocity });
        var planet = Body(1.0, new Vec(1.0, 0.0), new Vec(0.0, 1.0, 0.1));
        var moon = Body(1e-3, new Vec(1.03, 0.0), new Vec(0.0, 1.2, 0.1));
        var comet = Body(1.0, new Vec(3.0, 0.5), new Vec(-0.1, 0.2, 0.05));
        var one = Body(0.5, new Vec(10.0, 0.0), new Vec());
        var other = Body(0.5, new Vec(11.0, 0.0), new Vec());
        world.SetVelocity(other, new Vec(0.0, 0.7));
        world.AddOn(planet, Force.PointGravity(1.0));
        world.AddOn(comet, Force.PointGravity(1.0));
        world.AddLink(moon, planet, Force.PointGravity(1e-3));
        world.AddOn(moon, Force.PointGravity(1.0));
        world.AddLink(one, other, Force.PointGravity(0.5));
        world.Add(Force.Of((body, time) =>
            new Vec(body.Position.X * 1e-4, body.Position.Y * 0.0, body.Position.Z * -1e-4)));
        return world;
    }

    static void PushComet(World world, BodyId[] ids, int step)
    {
        if (step % 1000 == 0) world.ApplyImpulse(ids[2], new Vec(0.0, 0.0, 0.01));
    }

    static World LinksAndFunctions()
    {
        var world = new World(2);
        world.Add(Force.UniformGravity(new Vec(0.0, -9.81)));
        world.Add(Force.QuadraticDrag(0.02, new Vec(1.0, 0.0)));
        world.Add(Force.Of((body, time) => body.Position * (-2.0 - 1e-3 * time)));
        var ids = Points(world, 2, 6);
        world.AddOn(ids[0], Force.Field((x, time) => new Vec(-x.X * x.X * x.X, 0.0), (x, time) => 0.25 * x.X * x.X * x.X * x.X));
        for (var i = 0; i < 3; i++) world.AddLink(ids[i], ids[i + 1], Force.Spring(12.0, 0.02));
        world.AddLink(ids[3], ids[4], Force.Spring(50.0, 0.1, length: 1.5, pullsOnly: true));
        return world;
    }

    static void PushLinks(World world, BodyId[] ids, int step)
    {
        if (step % 250 != 0) return;
        world.ApplyForce(ids[1], new Vec(0.5, 1.0));
        world.ApplyForce(ids[1], new Vec(0.1, 0.3));
    }

    static World Landers()
    {
        var world = new World(2);
        world.Add(Force.UniformGravity(new Vec(0.0, -1.62)));
        var ids = new BodyId[4];
        var places = new[] { 0.0, 50.0, 90.0, 120.0 };
        for (var i = 0; i < 4; i++)
        {
            ids[i] = world.Add(new Body
            {
                Mass = 1500.0,
                Inertia = Inertia.InPlane(4000.0),
                Position = new Vec(places[i], 900.0),
                Orientation = Orientation.OfAngle(0.2),
                AngularVelocity = new Vec(0.0, 0.0, 0.1)
            });
        }
        world.AddOn(ids[0], Force.Thruster(new Vec(0.0, 4500.0), new Vec(0.01, -1.0), 0.7));
        world.AddOn(ids[0], Force.AngularDragRate(0.1));
        world.AddOn(ids[0], Force.LinearDragRate(0.01));
        world.AddOn(ids[1], Force.ConstantTorque(new Vec(0.0, 0.0, 3.0)));
        world.AddOn(ids[1], Force.TorsionSpring(900.0, 20.0));
        world.AddOn(ids[1], Force.Thruster(new Vec(10.0, 20.0)));
        world.AddOn(ids[2], Force.Torque((body, time) => new Vec(0.0, 0.0, -400.0 * body.Orientation.X)));
        world.AddOn(ids[3], Force.Spring(300.0, 50.0, anchor: new Vec(120.0, 905.0)).MountedAt(new Vec(1.0, 2.0)));
        return world;
    }

    static void Burn(World world, BodyId[] ids, int step)
    {
        world.SetMass(ids[0], world[ids[0]].Mass - 0.05);
        if (step % 500 == 0) world.ApplyImpulseAt(ids[1], new Vec(5.0, 1.0), new Vec(50.0, 905.0));
    }

    // a world from the bytes of its scene; one whose forces are functions is made anew, and put to a snapshot
    static World Passed(World world, Func<World> start)
    {
        try
        {
            return World.FromScene(world.Scene());
        }
        catch (KinstepException)
        {
            var next = start();
            next.Restore(world.Snapshot());
            return next;
        }
        finally
        {
            world.Dispose();
        }
    }

    static void Run(string name, int dimensions, double dt, Func<World> start, Action<World, BodyId[], int> act)
    {
        var world = start();
        var ids = world.BodyIds();
        for (var step = 0; step < Steps; step++)
        {
            if (step == Steps / 2)
            {
                world = Passed(world, start);
                ids = world.BodyIds();
            }
            act(world, ids, step);
            world.Step(dt);
        }
        Console.WriteLine("0x{0:X16} {1}", End(world, dimensions), name);
        world.Dispose();
    }

    static ulong bits;

    static void TakeWord(ulong word)
    {
        for (var i = 0; i < 8; i++) bits = unchecked((bits ^ (word >> 8 * i & 0xFF)) * 0x100000001B3);
    }

    static void Take(params double[] numbers)
    {
        foreach (var number in numbers) TakeWord((ulong)BitConverter.DoubleToInt64Bits(number));
    }

    static void Take(Vec v) => Take(v.X, v.Y, v.Z);

    static ulong End(World world, int dimensions)
    {
        bits = 0xCBF29CE484222325;
        Take(world.Time);
        TakeWord(world.Steps);
        var ids = world.BodyIds();
        var bodies = world.Bodies();
        for (var i = 0; i < bodies.Length; i++)
        {
            var body = bodies[i];
            if (dimensions == 2)
            {
                // in the plane a rotation is one number, with zeros where space has more
                Take(body.Position.X, body.Position.Y, body.Velocity.X, body.Velocity.Y);
                Take(body.Orientation.X, 0.0, 0.0, 0.0);
                Take(world.SpinAngularMomentum(ids[i]).Z, 0.0, 0.0);
                Take(body.AngularVelocity.Z, 0.0, 0.0);
                continue;
            }
            Take(body.Position);
            Take(body.Velocity);
            Take(body.Orientation.X, body.Orientation.Y, body.Orientation.Z, body.Orientation.W);
            Take(world.SpinAngularMomentum(ids[i]));
            Take(body.AngularVelocity);
        }
        Take(world.Energy.Kinetic, world.Energy.Potential);
        return bits;
    }

    internal static void Run()
    {
        Run("springs in wind, 3-D, f64", 3, 1.0 / 60.0, SpringsInWind, PushSprings);
        Run("charges in a turning frame", 3, 0.02, Charges, (world, ids, step) => { });
        Run("links and closures", 2, 0.01, LinksAndFunctions, PushLinks);
        Run("planets", 3, 2e-3, Planets, PushComet);
        Run("landers", 2, 1.0 / 60.0, Landers, Burn);
    }
}
