// Bad input is refused with words, and changes nothing; ids, bytes and threads.
using System;
using System.Linq;
using System.Threading;
using Kinstep;
using Kinstep.Native;
using static Tests;

static class Border
{
    internal static void Run()
    {
        Fails(Status.InvalidArgument, "not 4", () => new World(4));
        var world = new World(2);
        var ball = world.Add(new Body { Mass = 1.0 });
        Fails(Status.InvalidArgument, "-1 kg", () => world.Add(new Body { Mass = -1.0 }));
        Fails(Status.InvalidArgument, "NaN", () => world.Add(Force.Spring(double.NaN)));
        Fails(Status.InvalidArgument, "the force is empty", () => world.Add(default(Force)));
        Fails(Status.InvalidArgument, "z of the position is 3", () => world.SetPosition(ball, new Vec(0.0, 0.0, 3.0)));
        Fails(Status.StepFailed, "NaN", () => world.Step(double.NaN));
        Fails(Status.RestoreFailed, "no snapshot", () => world.Restore(new byte[] { 1, 2, 3 }));
        Fails(Status.InvalidArgument, "scheme", () => world.Scheme = (Scheme)77);
        Is(world.Dimensions == 2 && world.BodyCount == 1 && world.CenterOfMass == default(Vec), "the world is as it was");
        Statuses();
        Ids(world, ball);
        Bytes(world, ball);
        Bodies();
        world.Dispose();
        Fails(Status.NoSuchWorld, "null", () => world.Step(0.1));
        Fails(Status.NoSuchWorld, "null", () => world.ForceIds());
        world.Dispose();
        Threads();
    }

    static unsafe void Statuses()
    {
        // what is cast at the border is of one size
        Is(sizeof(Body) == sizeof(KinstepBody) && sizeof(Order) == sizeof(KinstepOrder), "bodies and orders");
        Is(sizeof(ContactResponse) == sizeof(KinstepResponse) && sizeof(Status) == sizeof(KinstepStatus), "responses");
        Is(sizeof(Contact) >= sizeof(KinstepContact) && sizeof(BodyId) == 2 * sizeof(KinstepBodyId), "contacts and ids");
    }

    static void Ids(World world, BodyId ball)
    {
        // ids are of a world and its clones
        using (var copy = world.Clone())
        using (var other = new World(2))
        {
            var same = other.Add(new Body { Mass = 1.0 });
            Is(same.Bits == ball.Bits && same != ball && !same.Equals(ball), "ids of two worlds differ");
            Fails(Status.NoSuchBody, "another world", () => world.SetMass(same, 2.0));
            Fails(Status.NoSuchBody, "the id is of no body", () => world.SetMass(default(BodyId), 2.0));
            var force = other.Add(Force.LinearDragRate(1.0));
            Fails(Status.NoSuchForce, "another world", () => world.Remove(force));
            var plane = other.AddPlane(new Vec(0.0, 1.0), 0.0);
            Fails(Status.NoSuchSurface, "another world", () => world.Remove(plane));
            Fails(Status.NoSuchBody, "another world", () => world.StepUntil(1.0, Until.Apex(same, new Vec(0.0, 1.0))));
            copy.SetMass(ball, 2.0);
            Is(copy[ball].Mass == 2.0 && world[ball].Mass == 1.0 && copy.Contains(ball), "a copy has the ids");
            Is(!world.Contains(same) && world.Contains(new BodyId(world, same.Bits)), "ids of a scene are made of bits");
            copy.Remove(ball);
            Fails(Status.NoSuchBody, "", () => copy.SetMass(ball, 1.0));
            Is(world.Tag(ball) == 0, "no tag");
            world.SetTag(ball, 7);
            Is(world.Tag(ball) == 7, "a tag");
        }
    }

    static void Bytes(World world, BodyId ball)
    {
        byte[] bytes = null;
        var size = world.Snapshot(ref bytes);
        var (kept, array) = ((byte[])bytes.Clone(), bytes);
        Is(world.Snapshot(ref bytes) == size && ReferenceEquals(array, bytes), "the array is used again");
        world.SetVelocity(ball, new Vec(3.0, 0.0));
        world.Step(1.0);
        Is(world[ball].Position.X == 3.0 && world.Momentum.X == 3.0 && world.Energy.Total == 4.5, "it moved");
        world.Restore(kept, size);
        Is(world[ball].Position == new Vec() && world.Time == 0.0, "it is back");
        using (var next = World.FromScene(world.Scene()))
        {
            Fails(Status.NoSuchBody, "another world", () => next.SetMass(ball, 1.0));
            Is(next[new BodyId(next, ball.Bits)].Mass == 1.0, "the scene has the bits of the ids");
        }
        world.SetVelocity(ball, new Vec(0.0, 1.0));
        var worst = world.CompareSchemes(0.1, 10, Scheme.ExplicitEuler, Scheme.FlowKick);
        Is(worst.Length == 2 && worst[1].Steps == 10 && worst[1].WorstPosition < 1e-12, "schemes are compared");
        var times = Enumerable.Range(0, 100).Select(i => 0.1 * i).ToArray();
        var drift = new Drift(times, times.Select(t => 1.0 + 1e-3 * t).ToArray());
        Is(drift.Kind == "secular", drift.Kind);
        Near(drift.Rate, 1e-3, 1e-9, "the drift");
    }

    static void Bodies()
    {
        using (var world = new World(3, isSingle: true))
        {
            var ids = world.Add(Enumerable.Range(1, 5).Select(i => new Body { Mass = i }).ToArray());
            var (states, read) = (new Body[8], new BodyId[8]);
            Is(world.Bodies(states) == 5 && world.BodyIds(read) == 5 && states[4].Mass == 5.0, "the rest of an array is free");
            Is(ids.SequenceEqual(read.Take(5)) && ids.SequenceEqual(world.BodyIds()), "ids in the order of bodies");
            Fails(Status.BufferTooSmall, "5 are needed", () => world.Bodies(new Body[4]));
            Is(world.Bodies(states.AsSpan()) == 5, "spans");
            var drag = world.AddExcept(new[] { ids[0], ids[1] }, Force.LinearDragRate(1.0));
            var pull = world.AddOnEach(new[] { ids[0], ids[1] }, Force.ConstantForce(new Vec(1.0, 0.0)));
            world.AddLinkAt(ids[2], new Vec(), ids[3], new Vec(), Force.Spring(1.0));
            Is(world.ForceIds().Length == 3 && world.ForceIds().Contains(pull) && world.ForceIds().Contains(drag), "forces");
            Is(world.Acceleration(ids[1]) == new Vec(0.5, 0.0), "the acceleration by a force on each");
            // no ball has a link or a force of its own any more
            world.Remove(ids[2]);
            Is(world.ForceIds().Length == 2 && !world.Contains(ids[2]), "the link went with its body");
            world.Clear();
            Is(world.BodyCount == 0 && world.CenterOfMass == null, "no bodies");
        }
    }

    static void Threads()
    {
        // each has its own reason
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
    }
}
