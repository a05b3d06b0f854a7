// Flights, aims by all plans, all models, swarms and conversions.
using System;
using System.Linq;
using Kinstep;
using static Tests;

static class Throws
{
    static readonly Vec Down = new Vec(0.0, -9.81);
    static readonly Vec Hand = new Vec(0.0, 2.0), Target = new Vec(20.0, 0.0, 5.0);

    internal static void Run()
    {
        var air = Model.Vacuum(Down);
        Is(air.Aim(new Vec(), new Vec(900.0, 0.0)).AtSpeed(20.0) == null, "out of range");
        Is(air.Launch(new Vec(), new Vec(1.0, -1.0)).Apex() == null, "it never rises");
        Is(air.Launch(new Vec(), new Vec(1.0, -1.0)).Crosses(new Vec(0.0, 1.0), 5.0) == null, "it crosses no plane above");
        Fails(Status.InvalidArgument, "-0.5", () => Model.Unity(new Vec(), 0.02, -0.5).Launch(new Vec(), new Vec()).At(1.0));
        var dots = new Vec[10];
        var flight = air.Launch(new Vec(), new Vec(1.0, 2.0));
        flight.Sample(0.0, 0.1, dots);
        Near(dots[9].X, 0.9, 1e-15, "the last dot of a preview");
        Near(flight.ClosestApproach(new Vec(0.2, 0.2038), 0.0, 1.0).Distance, 0.0, 1e-9, "the closest approach");
        var hill = new Ground(new Vec(0.0, 1.0), x => 0.1 * x.X, 0.1);
        var landing = flight.Landing(hill, 0.1, 5.0).Value;
        Near(landing.Position.Y, 0.1 * landing.Position.X, 1e-9, "the landing on a slope");
        Is(flight.Landing(hill, 1.0, 2.0) == null, "no landing later");
        Plans(air);
        Engines();
        Many(air);
        Swarms();
        Conversions();
    }

    static void Plans(Model air)
    {
        var aim = air.Aim(Hand, Target);
        var found = new[]
        {
            aim.InTime(1.5), aim.AtStraightLineSpeed(15.0), aim.AtSpeed(20.0), aim.AtSpeed(20.0, isLofted: true),
            aim.EarliestAtSpeed(20.0), aim.WithLeastSpeed(), aim.Through(new Vec(10.0, 4.0, 2.5)),
            aim.Touching(new Vec(0.0, 1.0), 6.0), aim.WithApex(6.0), aim.WithArcHeight(3.0), aim.WithCurviness(0.2),
            aim.AtSlope(1.0), aim.ArrivingAtSlope(-1.0), aim.WithClimbSpeed(8.0), aim.Lob(0.5),
            aim.Clearing(new Vec(10.0, 5.0, 2.5), new Vec(15.0, 4.0, 3.75)), aim.Attempt(20.0)
        };
        for (var i = 0; i < found.Length; i++)
        {
            var launch = found[i].Value;
            var hit = air.Launch(Hand, launch.Velocity).At(launch.TimeOfFlight).Position;
            Near((hit - Target).Length, 0.0, 1e-6, "the miss of plan " + i);
        }
        var far = new Vec(900.0, 0.0);
        var attempt = air.Aim(Hand, far).Attempt(20.0).Value;
        var nearest = air.Launch(Hand, attempt.Velocity).At(attempt.TimeOfFlight).Position;
        Near((nearest - far).Length, attempt.Miss, 1e-6, "the miss of an attempt");
        var hits = new Launch[4];
        Is(aim.Hits(new Plan { Kind = PlanKind.Speed, Value = 20.0 }, hits) == 2, "two arcs");
        Is(hits[0].Velocity == found[2].Value.Velocity && hits[1].Velocity == found[3].Value.Velocity, "direct and lofted");
        Is(aim.Hits(new Plan { Kind = PlanKind.Speed, Value = 2.0 }, hits) == 0, "none");
        Fails(Status.InvalidArgument, "value", () => aim.By(new Plan { Kind = PlanKind.LeastSpeed, Value = 3.0 }));
    }

    static void Engines()
    {
        var kinds = Enum.GetValues(typeof(ModelKind)).Cast<ModelKind>().Where(kind => kind >= ModelKind.Rapier).ToArray();
        Is(kinds.Length == 10, "ten engines");
        var named = new[]
        {
            Model.Rapier(Down, 0.02, 0.3), Model.Avian(Down, 0.02, 0.3), Model.Box2D(Down, 0.02, 0.3), Model.Unity(Down, 0.02, 0.3),
            Model.PhysX(Down, 0.02, 0.3), Model.Jolt(Down, 0.02, 0.3), Model.Godot(Down, 0.02, 0.3), Model.Bullet(Down, 0.02, 0.3),
            Model.SymplecticEuler(Down, 0.02, 0.3), Model.ExplicitEuler(Down, 0.02, 0.3)
        };
        for (var i = 0; i < kinds.Length; i++)
        {
            var (one, other) = (named[i].Launch(Hand, Target), Model.Engine(kinds[i], Down, 0.02, 0.3).Launch(Hand, Target));
            Is(one.AfterSteps(50).Position == other.AfterSteps(50).Position, kinds[i].ToString());
            // a game with fixed steps hits after a whole number of them
            var aim = named[i].Aim(Hand, Target).Moving(new Vec(1.0, 0.0)).InSteps(60).Value;
            var hit = named[i].Launch(Hand, aim.Velocity).AfterSteps(60);
            Near((hit.Position - Target - new Vec(1.0, 0.0) * aim.TimeOfFlight).Length, 0.0, 1e-9, "the miss after 60 steps of " + kinds[i]);
        }
        var few = Model.Box2D(Down, 0.02, 0.3, substeps: 1).Launch(Hand, Target).AfterSteps(50);
        Is(few.Position != named[2].Launch(Hand, Target).AfterSteps(50).Position, "substeps count");

        var airs = new[]
        {
            Model.DragRate(Down, 0.1, new Vec(1.0, 0.0)), Model.TerminalSpeed(Down, 40.0), Model.QuadraticDrag(Down, 0.01),
            Model.QuadraticTerminalSpeed(Down, 40.0, new Vec(1.0, 0.0), 1e-9), Model.DragRate(Down, 0.1).Rational()
        };
        foreach (var air in airs)
        {
            var launch = air.Aim(Hand, Target).ShooterMoving(new Vec(0.0, 0.0, 3.0)).Accelerating(new Vec(0.1, 0.0)).AtSpeed(25.0).Value;
            var t = launch.TimeOfFlight;
            var hit = air.Launch(Hand, launch.Velocity).At(t).Position;
            Near((hit - Target - new Vec(0.05, 0.0) * (t * t)).Length, 0.0, 1e-4, "the miss in an air");
        }
        Fails(Status.InvalidArgument, "engine", () => airs[0].Aim(Hand, Target).InSteps(10));
    }

    static void Many(Model air)
    {
        var orders = Enumerable.Range(0, 100).Select(i => new Order { Target = new Vec(i, 0.0) }).ToArray();
        var (launches, statuses) = (new Launch[100], new Status[100]);
        var hits = air.AimAll(new Plan { Kind = PlanKind.EarliestAtSpeed, Value = 20.0 }, orders, launches, statuses);
        var reach = 20.0 * 20.0 / 9.81;
        Is(hits >= (int)reach && hits <= (int)reach + 1, hits + " hits");
        Is(statuses[99] == Status.NoAnswer && launches[99].Velocity == new Vec(), "none is zero");
        Is(launches[30].Velocity == air.Aim(new Vec(), orders[30].Target).EarliestAtSpeed(20.0).Value.Velocity, "as one by one");
    }

    static void Swarms()
    {
        var law = new SwarmLaw(2.0, Force.UniformGravity(Down), Force.Spring(3.0));
        Fails(Status.StepFailed, "not finite is 1", () => law.Step(2, 0.1, new double[4], new[] { 0.0, 0.0, double.NaN, 0.0 }));
        try { law.Step(2, 0.1, new double[4], new double[6]); Is(false, "arrays of two lengths"); }
        catch (ArgumentException refused) { Is(refused.Message.Contains("4 elements of positions and 6"), refused.Message); }
        Fails(Status.InvalidArgument, "no function", () => new SwarmLaw(1.0, Force.Of((body, time) => new Vec())).Step(2, 0.1, new double[2], new double[2]));
        var (x, v) = (new System.Numerics.Vector3[3], new System.Numerics.Vector3[3]);
        var (numbers, speeds) = (new float[9], new float[9]);
        law.Step(0.5, x, v);
        law.Step(3, 0.5, numbers, speeds);
        Is(x[2].Y == numbers[7] && v[2].Y == speeds[7] && x[2].Y < 0f, "vectors are three numbers");
    }

    static void Conversions()
    {
        Vec flat = new System.Numerics.Vector2(1f, 2f), vec = new System.Numerics.Vector3(1f, 2f, 3f);
        Is(flat == new Vec(1.0, 2.0) && vec == new Vec(1.0, 2.0, 3.0), "from .NET");
        Is((System.Numerics.Vector2)vec == new System.Numerics.Vector2(1f, 2f), "to two numbers");
        Is((System.Numerics.Vector3)vec == new System.Numerics.Vector3(1f, 2f, 3f), "to three numbers");
        Orientation turned = System.Numerics.Quaternion.CreateFromYawPitchRoll(1f, 2f, 3f);
        Orientation back = (System.Numerics.Quaternion)turned;
        Is(back.Equals(turned), "there and back");
        Is((System.Numerics.Quaternion)default(Orientation) == System.Numerics.Quaternion.Identity, "all zeros are upright");
        var half = (System.Numerics.Quaternion)Orientation.OfAngle(Math.PI).AboutZ;
        Near(half.Z, 1.0, 1e-6, "half a turn");
    }
}
