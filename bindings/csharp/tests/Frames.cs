// A game's frame takes no memory of the collector, whatever is called in it.
using System;
using Kinstep;
using static Tests;

static class Frames
{
    const int Count = 100000;

    internal static void Run()
    {
        Vec up = new Vec(0.0, 1.0), down = up * -9.81;
        using (var world = new World(2))
        using (var court = new World(2))
        {
            world.Add(Force.UniformGravity(down));
            var (calls, bounces) = (0, 0);
            var drag = world.Add(Force.Of((body, time) => { calls++; return body.Velocity * -0.1; }));
            var ball = world.Add(new Body { Mass = 1.0, Velocity = up * 5.0 });
            var lander = world.Add(new Body { Mass = 2.0, Inertia = Inertia.InPlane(1.0), Position = new Vec(5.0, 5.0) });
            var engine = world.AddOn(lander, Force.Thruster(up * 40.0));
            court.AddPlane(up, 0.0, new ContactMaterial { Restitution = 1.0 });
            court.OnContact((impact, response) => { bounces++; return response; });
            court.Add(Force.UniformGravity(down));
            court.Add(new Body { Mass = 1.0, Position = up });
            var (states, ids, contacts) = (new Body[4], new BodyId[4], new Contact[16]);
            var (dots, points, launches) = (new Vec[4], new[] { new Vec(5.0, 3.0) }, new Launch[2]);
            var unity = Model.Unity(down, 0.02, 0.1);
            var law = new SwarmLaw(1.0, Force.UniformGravity(down));
            var (x, v) = (new float[6], new float[6]);
            byte[] bytes = null;
            var sum = 0.0;
            var (before, used) = (0, 0L);
            for (var frame = -100; frame < Count; frame++)
            {
                if (frame == 0)
                {
                    // all that is made once is there
                    world.Snapshot(ref bytes);
                    GC.Collect();
                    (before, used) = (GC.CollectionCount(0), GC.GetTotalMemory(false));
                }
                if (frame % 100 == 0) world.SetVelocity(ball, up * 5.0);
                world.SetPosition(lander, new Vec(5.0, 5.0));
                world.Replace(engine, Force.Thruster(up * 40.0, throttle: 0.25 + 0.25 * (frame & 1)));
                world.Step(0.001);
                sum += world[ball].Position.Y + world.Time;
                sum += world.Bodies(states) + world.BodyIds(ids);
                var met = world.StepUntil(0.001, Until.Apex(ball, up));
                if (met.HasValue) sum += met.Value.Time;
                var flight = unity.Launch(new Vec(0.0, 1.0), new Vec(10.0, 5.0));
                flight.Sample(0.0, 0.02, dots);
                sum += flight.At(1.0).Position.X + dots[3].X;
                var aim = unity.Aim(new Vec(0.0, 1.0), new Vec(10.0, 0.0)).Moving(new Vec(1.0, 0.0));
                sum += aim.InSteps(50).Value.TimeOfFlight;
                if (frame % 10 != 0) continue;
                law.Step(2, 0.02, x, v);
                sum += flight.Apex().Value.Time + (aim.WithApex(-5.0).HasValue ? 1.0 : 0.0);
                sum += aim.EarliestAtSpeed(20.0).Value.TimeOfFlight;
                court.Step(0.1);
                sum += court.Contacts(contacts);
                var size = world.Snapshot(ref bytes);
                world.Restore(bytes, size);
            }
            var collections = GC.CollectionCount(0) - before;
            used = GC.GetTotalMemory(false) - used;
            Is(collections == 0 && used < 8192, $"{collections} collections, and {used} bytes");
            Is(calls > Count && bounces > 1000 && sum > 0.0 && points.Length + launches.Length > 0 && drag.Bits >= 0, "the frames did their work");
        }
    }
}
