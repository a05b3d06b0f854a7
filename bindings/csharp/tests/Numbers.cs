// The lines that `bindings/c/tests/numbers.rs` prints by the crate itself.
using System;
using Kinstep;

static class Numbers
{
    static void Line(string name, params double[] numbers)
    {
        Console.Write(name + ":");
        foreach (var number in numbers) Console.Write(" {0:X16}", BitConverter.DoubleToInt64Bits(number));
        Console.WriteLine();
    }

    static void Line(string name, Moment at) =>
        Line(name, at.Position.X, at.Position.Y, at.Position.Z, at.Velocity.X, at.Velocity.Y, at.Velocity.Z, at.Time);

    static void Line(string name, Launch launch) =>
        Line(name, launch.Velocity.X, launch.Velocity.Y, launch.Velocity.Z, launch.TimeOfFlight);

    internal static void Run()
    {
        var down = new Vec(0.0, -9.81);
        Vec from = new Vec(0.0, 1.5), velocity = new Vec(12.0, 9.0, 3.0);

        // a throw that leads a target
        var air = Model.TerminalSpeed(down, 35.0, new Vec(3.0, 0.0, 1.0));
        Vec hand = new Vec(0.0, 2.0), target = new Vec(40.0, 0.0, 10.0), runs = new Vec(2.0, 0.0, 1.0);
        var aim = air.Aim(hand, target).Moving(runs);
        Line("lead", aim.AtSpeed(30.0).Value);
        Line("lead, lofted", aim.AtSpeed(30.0, isLofted: true).Value);

        // the drag of Unity's rigid bodies
        var unity = Model.Unity(down, 0.02, 0.5);
        foreach (var steps in new ulong[] { 1, 50, 1000 }) Line("unity", unity.Launch(from, velocity).AfterSteps(steps));
        Line("unity, lead", unity.Aim(hand, target).Moving(runs).EarliestAtSpeed(45.0).Value);

        var flight = air.Launch(from, velocity);
        Line("apex", flight.Apex().Value);
        Line("landing", flight.Crosses(new Vec(0.0, 1.0), 0.0, Crossing.Descending).Value);
        Line("quadratic", Model.QuadraticDrag(down, 0.01).Launch(from, velocity).At(2.0));

        double[] x = new double[3000], v = new double[3000];
        for (var i = 0; i < 1000; i++)
        {
            x[3 * i + 1] = 2.0;
            v[3 * i + 1] = 0.01 * i;
            v[3 * i + 2] = 1.0;
        }
        var law = new SwarmLaw(1.0, Force.UniformGravity(down), Force.LinearDragRate(0.1, new Vec(3.0, 0.0)));
        law.Step(3, 1.0 / 60.0, x, v);
        law.Step(3, 60.0, x, v);
        Line("swarm", x[2997], x[2998], x[2999], v[2997], v[2998], v[2999], 1.0 / 60.0 + 60.0);

        EachForce();
    }

    // a body under each force that no scene of the golden ones has
    static void EachForce()
    {
        Vec anchor = new Vec(0.5, 1.0, 1.5), fall = new Vec(0.0, -9.0, 1.0), wind = new Vec(0.0, -1.0, 0.25);
        var surface = new Vec(0.1, 0.2, 0.3);
        var forces = new[]
        {
            Force.QuadraticFallCoefficient(fall, 0.3, wind),
            Force.QuadraticFallTerminalSpeed(fall, 20.0, wind),
            Force.CriticalSpring(0.7, anchor),
            Force.Spring(30.0, 0.2, 0.4, true, anchor),
            Force.Spring(30.0, 0.2, 0.4, anchor: anchor),
            Force.DryFrictionForce(0.3, 0.1, 0.2, surface),
            Force.DryFrictionDeceleration(0.3, 0.1, 0.2, surface),
            Force.PointGravity(2.0, anchor),
            Force.AngularDragCoefficient(0.2)
        };
        using (var world = new World(3))
        {
            foreach (var force in forces)
            {
                world.AddOn(world.Add(new Body
                {
                    Mass = 2.0,
                    Inertia = Inertia.Cuboid(2.0, new Vec(0.1, 0.2, 0.3)),
                    Position = new Vec(0.0, 0.1, 0.2),
                    Velocity = new Vec(1.0, 2.0, 3.0),
                    AngularVelocity = new Vec(0.3, 0.2, 0.1)
                }), force);
            }
            for (var step = 0; step < 10; step++) world.Step(0.05);
            foreach (var body in world.Bodies())
            {
                Vec x = body.Position, v = body.Velocity, w = body.AngularVelocity;
                Line("force", x.X, x.Y, x.Z, v.X, v.Y, v.Z, w.X, w.Y, w.Z);
            }
        }
    }
}
