// golden: the bits that four scenes end in; numbers: what `bindings/c/tests/numbers.rs` prints; border: bad input.
using System;
using System.Threading;
using Kinstep;

static class Tests
{
    static int Main(string[] arguments)
    {
        switch (arguments.Length == 1 ? arguments[0] : "")
        {
            case "golden": Golden.Run(); return 0;
            case "numbers": Numbers.Run(); return 0;
            case "border": Border.Run(); return 0;
            default: Console.Error.WriteLine("tests.exe golden|numbers|border"); return 1;
        }
    }
}

static class Golden
{
    const int Steps = 10000;

    static ulong seed;

    static double Next()
    {
        seed = unchecked(seed * 6364136223846793005 + 1442695040888963407);
        return (seed >> 40) / 8388608.0 - 1.0;
    }

    static Vector NextVector(int dimensions)
    {
        double x = Next(), y = Next();
        return new Vector(x, y, dimensions == 3 ? Next() : 0.0);
    }

    static BodyId[] Points(World world, int dimensions, int count)
    {
        seed = (ulong)count;
        var ids = new BodyId[count];
        for (var i = 0; i < count; i++)
        {
            var body = new Body { Mass = 3.0 + Next() };
            body.Position = NextVector(dimensions) * 3.0;
            body.Velocity = NextVector(dimensions);
            ids[i] = world.Add(body);
        }
        return ids;
    }

    static World SpringsInWind()
    {
        var world = new World(3);
        world.Add(Force.UniformGravity(new Vector(0.0, -9.81)));
        world.Add(Force.LinearDragCoefficient(0.02, new Vector(3.0, 0.0)));
        var ids = Points(world, 3, 8);
        for (var i = 0; i < 8; i++)
        {
            world.AddOn(ids[i], Force.Spring(40.0 + i, 0.01, new Vector(0.0, 2.0)));
            world.AddOn(ids[i], Force.Constant(new Vector(0.5, 0.0), new Vector(0.0, 1e-4)));
        }
        return world;
    }

    static void PushSprings(World world, BodyId[] ids, int step)
    {
        if (step % 100 != 0) return;
        var push = new Vector(0.3, 0.3, 0.3);
        world.ApplyImpulse(ids[1], push);
        world.ApplyForce(ids[2], push);
        world.SetMass(ids[3], world[ids[3]].Mass * 0.999);
    }

    static World Charges()
    {
        var world = new World(3);
        var ids = Points(world, 3, 5);
        world.Add(Force.RotatingFrame(new Vector(0.0, 0.3, 0.1), new Vector(0.5, 0.0)));
        world.Add(Force.LinearDragRate(0.4));
        world.AddOn(ids[0], Force.MagneticField(new Vector(0.0, 0.0, 1.5), 2.0, new Vector(0.1, 0.0, 0.2)));
        world.AddOn(ids[1], Force.MagneticField(new Vector(0.2, 0.0, 0.5)));
        world.AddOn(ids[1], Force.Spring(3.0));
        world.AddOn(ids[2], Force.Magnus(0.1, new Vector(0.0, 3.0, 10.0), new Vector(1.0, 0.0)));
        world.AddOn(ids[3], Force.QuadraticDrag(0.1));
        foreach (var id in ids) world.AddOn(id, Force.Spring(0.5));
        return world;
    }

    static World Planets()
    {
        var world = new World(3);
        Func<double, Vector, Vector, BodyId> Body = (mass, position, velocity) =>
            world.Add(new Body { Mass = mass, Position = position, Velocity = velocity });
        var planet = Body(1.0, new Vector(1.0, 0.0), new Vector(0.0, 1.0, 0.1));
        var moon = Body(1e-3, new Vector(1.03, 0.0), new Vector(0.0, 1.2, 0.1));
        var comet = Body(1.0, new Vector(3.0, 0.5), new Vector(-0.1, 0.2, 0.05));
        var one = Body(0.5, new Vector(10.0, 0.0), new Vector());
        var other = Body(0.5, new Vector(11.0, 0.0), new Vector());
        world.SetVelocity(other, new Vector(0.0, 0.7));
        world.AddOn(planet, Force.PointGravity(1.0));
        world.AddOn(comet, Force.PointGravity(1.0));
        world.AddLink(moon, planet, Force.PointGravity(1e-3));
        world.AddOn(moon, Force.PointGravity(1.0));
        world.AddLink(one, other, Force.PointGravity(0.5));
        world.Add(Force.Of((body, time) =>
            new Vector(body.Position.X * 1e-4, body.Position.Y * 0.0, body.Position.Z * -1e-4)));
        return world;
    }

    static void PushComet(World world, BodyId[] ids, int step)
    {
        if (step % 1000 == 0) world.ApplyImpulse(ids[2], new Vector(0.0, 0.0, 0.01));
    }

    static World Landers()
    {
        var world = new World(2);
        world.Add(Force.UniformGravity(new Vector(0.0, -1.62)));
        var ids = new BodyId[4];
        var places = new[] { 0.0, 50.0, 90.0, 120.0 };
        for (var i = 0; i < 4; i++)
        {
            ids[i] = world.Add(new Body
            {
                Mass = 1500.0,
                Inertia = new Inertia { Moments = new Vector(0.0, 0.0, 4000.0) },
                Position = new Vector(places[i], 900.0),
                Angle = 0.2,
                AngularVelocity = new Vector(0.0, 0.0, 0.1)
            });
        }
        world.AddOn(ids[0], Force.Thruster(new Vector(0.0, 4500.0), new Vector(0.01, -1.0), 0.7));
        world.AddOn(ids[0], Force.AngularDragRate(0.1));
        world.AddOn(ids[0], Force.LinearDragRate(0.01));
        world.AddOn(ids[1], Force.ConstantTorque(new Vector(0.0, 0.0, 3.0)));
        world.AddOn(ids[1], Force.TorsionSpring(900.0, 20.0));
        world.AddOn(ids[1], Force.Thruster(new Vector(10.0, 20.0)));
        world.AddOn(ids[2], Force.Torque((body, time) => new Vector(0.0, 0.0, -400.0 * body.Angle)));
        world.AddOn(ids[3], Force.Spring(300.0, 50.0, new Vector(120.0, 905.0)).MountedAt(new Vector(1.0, 2.0)));
        return world;
    }

    static void Burn(World world, BodyId[] ids, int step)
    {
        world.SetMass(ids[0], world[ids[0]].Mass - 0.05);
        if (step % 500 == 0) world.ApplyImpulseAt(ids[1], new Vector(5.0, 1.0), new Vector(50.0, 905.0));
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
        var ids = world.Ids();
        for (var step = 0; step < Steps; step++)
        {
            if (step == Steps / 2) world = Passed(world, start);
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

    static void Take(Vector v) => Take(v.X, v.Y, v.Z);

    static ulong End(World world, int dimensions)
    {
        bits = 0xCBF29CE484222325;
        Take(world.Time);
        TakeWord(world.Steps);
        var ids = world.Ids();
        var bodies = world.Bodies();
        for (var i = 0; i < bodies.Length; i++)
        {
            var body = bodies[i];
            if (dimensions == 2)
            {
                // in the plane a rotation is one number, with zeros where space has more
                Take(body.Position.X, body.Position.Y, body.Velocity.X, body.Velocity.Y);
                Take(body.Angle, 0.0, 0.0, 0.0);
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
        Run("planets", 3, 2e-3, Planets, PushComet);
        Run("landers", 2, 1.0 / 60.0, Landers, Burn);
    }
}

static class Numbers
{
    static void Line(string name, params double[] numbers)
    {
        Console.Write(name + ":");
        foreach (var number in numbers) Console.Write(" {0:X16}", BitConverter.DoubleToInt64Bits(number));
        Console.WriteLine();
    }

    static void Line(string name, Event at) =>
        Line(name, at.Position.X, at.Position.Y, at.Position.Z, at.Velocity.X, at.Velocity.Y, at.Velocity.Z, at.Time);

    static void Line(string name, Launch launch) =>
        Line(name, launch.Velocity.X, launch.Velocity.Y, launch.Velocity.Z, launch.TimeOfFlight);

    internal static void Run()
    {
        var down = new Vector(0.0, -9.81);
        Vector from = new Vector(0.0, 1.5), velocity = new Vector(12.0, 9.0, 3.0);

        // a throw that leads a target
        var air = Model.TerminalSpeed(down, 35.0, new Vector(3.0, 0.0, 1.0));
        Vector hand = new Vector(0.0, 2.0), target = new Vector(40.0, 0.0, 10.0), runs = new Vector(2.0, 0.0, 1.0);
        var aim = air.Aim(hand, target).Moving(runs);
        Line("lead", aim.AtSpeed(30.0).Value);
        Line("lead, lofted", aim.AtSpeed(30.0, Arc.Lofted).Value);

        // the drag of Unity's rigid bodies
        var unity = Model.Unity(down, 0.02, 0.5);
        foreach (var steps in new ulong[] { 1, 50, 1000 }) Line("unity", unity.Launch(from, velocity).AfterSteps(steps));
        Line("unity, lead", unity.Aim(hand, target).Moving(runs).EarliestAtSpeed(45.0).Value);

        var flight = air.Launch(from, velocity);
        Line("apex", flight.Apex().Value);
        Line("landing", flight.Crosses(new Vector(0.0, 1.0), 0.0, Crossing.Descending).Value);
        Line("quadratic", Model.QuadraticDrag(down, 0.01).Launch(from, velocity).At(2.0));

        double[] x = new double[3000], v = new double[3000];
        for (var i = 0; i < 1000; i++)
        {
            x[3 * i + 1] = 2.0;
            v[3 * i + 1] = 0.01 * i;
            v[3 * i + 2] = 1.0;
        }
        var law = new SwarmLaw { Gravity = down, DragRate = 0.1, Wind = new Vector(3.0, 0.0) };
        law.Step(3, 1.0 / 60.0, x, v);
        law.Step(3, 60.0, x, v);
        Line("swarm", x[2997], x[2998], x[2999], v[2997], v[2998], v[2999], 1.0 / 60.0 + 60.0);
    }
}

static class Border
{
    static int passed;

    static KinstepException Fails(Status status, string words, Action work)
    {
        try
        {
            work();
        }
        catch (KinstepException error)
        {
            Is(error.Status == status && error.Message.Contains(words), error.Status + ": " + error.Message);
            return error;
        }
        throw new Exception("this should fail with " + status + ": " + words);
    }

    static void Is(bool condition, string what)
    {
        if (!condition) throw new Exception("not so: " + what);
        passed++;
    }

    internal static void Run()
    {
        Fails(Status.InvalidArgument, "not 4", () => new World(4));
        var world = new World(2);
        var ball = world.Add(new Body { Mass = 1.0 });
        Fails(Status.InvalidArgument, "-1 kg", () => world.Add(new Body { Mass = -1.0 }));
        Fails(Status.InvalidArgument, "NaN", () => world.Add(Force.Spring(double.NaN)));
        Fails(Status.InvalidArgument, "z of the position is 3", () => world.SetPosition(ball, new Vector(0.0, 0.0, 3.0)));
        Fails(Status.StepFailed, "NaN", () => world.Step(double.NaN));
        Fails(Status.RestoreFailed, "no snapshot", () => world.Restore(new byte[] { 1, 2, 3 }));

        // what a function throws comes out of the step as the cause, and the world is as it was
        var id = world.Add(Force.Of((body, time) => { if (time > 0.1) throw new FormatException("mine"); return new Vector(1.0, 0.0); }));
        world.Step(0.1);
        var error = Fails(Status.StepFailed, "finite", () => world.Step(0.1));
        Is(error.InnerException is FormatException && world.Time == 0.1, "the cause is told");
        world.Remove(id);

        // a copy has the functions, too, also after the garbage collector was there
        var calls = 0;
        world.Add(Force.Of((body, time) => { calls++; return new Vector(body.Velocity.Y, 0.0); }));
        var copy = world.Clone();
        world.Dispose();
        GC.Collect();
        GC.WaitForPendingFinalizers();
        copy.Step(0.1);
        Is(calls > 0, "the function was called");
        Fails(Status.NoSuchWorld, "null", () => world.Step(0.1));
        world.Dispose();

        // no launch is null, and so is no apex
        var air = Model.Vacuum(new Vector(0.0, -9.81));
        Is(air.Aim(new Vector(), new Vector(900.0, 0.0)).AtSpeed(20.0) == null, "out of range");
        Is(air.Launch(new Vector(), new Vector(1.0, -1.0)).Apex() == null, "it never rises");
        Fails(Status.InvalidArgument, "-0.5", () => Model.Unity(new Vector(), 0.02, -0.5).Launch(new Vector(), new Vector()).At(1.0));
        var dots = new Vector[10];
        air.Launch(new Vector(), new Vector(1.0, 2.0)).Sample(0.0, 0.1, dots);
        Is(Math.Abs(dots[9].X - 0.9) < 1e-15, "the dots of a preview");

        var law = new SwarmLaw();
        Fails(Status.StepFailed, "not finite is 1", () => law.Step(2, 0.1, new double[4], new[] { 0.0, 0.0, double.NaN, 0.0 }));
        try { law.Step(2, 0.1, new double[4], new double[6]); Is(false, "arrays of two lengths"); }
        catch (ArgumentException refused) { Is(refused.Message.Contains("4 numbers of positions and 6"), refused.Message); }

        // several threads: each has its own reason
        var threads = new Thread[4];
        var failed = 0;
        for (var i = 0; i < threads.Length; i++)
        {
            var speed = -1.0 - i;
            threads[i] = new Thread(() =>
            {
                for (var n = 0; n < 100; n++)
                {
                    using (var own = new World(3))
                    {
                        try { own.Add(new Body { Mass = speed }); }
                        catch (KinstepException e) { if (e.Message.Contains(speed + " kg")) Interlocked.Increment(ref failed); }
                    }
                }
            });
            threads[i].Start();
        }
        foreach (var thread in threads) thread.Join();
        Is(failed == 400, "400 reasons, not " + failed);
        copy.Dispose();
        Console.WriteLine(passed + " passed, 0 failed");
    }
}
