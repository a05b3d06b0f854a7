// A turret that leads a target between physics steps: the engine moves everything in steps of 20 ms, and the shell must be where
// the target is after a whole number of them. Nothing has to be iterated in the game: `InSteps` answers for each number of steps.
using System;
using Kinstep;
using static Tests;

static class Turret
{
    const double Step = 0.02, FastestShell = 60.0;
    static readonly Vec Gravity = new Vec(0.0, -9.81), Muzzle = new Vec(0.0, 3.0, 0.0);

    // the first number of steps for which the shell is slow enough, between the present step and the next one
    static Launch? Fire(Model engine, Vec target, Vec velocity, out ulong steps)
    {
        var aim = engine.Aim(Muzzle, target).Moving(velocity);
        var straight = (target - Muzzle).Length / FastestShell;
        for (steps = (ulong)(straight / Step) + 1; steps < 500; steps++)
        {
            var launch = aim.InSteps(steps);
            if (launch.HasValue && launch.Value.Velocity.Length <= FastestShell) return launch;
        }
        return null;
    }

    internal static void Run()
    {
        // the shell is a body of Unity with a little drag; a drone flies past
        var engine = Model.Unity(Gravity, Step, 0.05);
        Vec drone = new Vec(60.0, 25.0, 40.0), velocity = new Vec(-15.0, 0.0, 2.0);

        // half a step after the last one: the drone is seen where it is drawn, and fired at from the next step on
        drone += velocity * (0.5 * Step);
        var shot = Fire(engine, drone, velocity, out var steps);
        Is(shot.HasValue, "the drone is in range");

        // the game's own loop, as Unity does it
        Vec shell = Muzzle, speed = shot.Value.Velocity;
        var nearest = double.PositiveInfinity;
        for (var step = 1ul; step <= steps; step++)
        {
            speed = (speed + Gravity * Step) * (1.0 - 0.05 * Step);
            shell += speed * Step;
            drone += velocity * Step;
            nearest = Math.Min(nearest, (shell - drone).Length);
        }
        Near((shell - drone).Length, 0.0, 1e-9, "the miss of the shell [m]");
        Is(nearest == (shell - drone).Length, "it hits at the last step");

        // a shell that is aimed by the exact parabola, without the engine's step and drag, goes by
        var parabola = Model.Vacuum(Gravity).Aim(Muzzle, drone - velocity * (Step * steps)).Moving(velocity).InTime(Step * steps).Value;
        var missed = engine.Launch(Muzzle, parabola.Velocity).AfterSteps(steps).Position;
        Is((missed - drone).Length > 1.0, "the parabola misses by more than 1 m");
    }
}
