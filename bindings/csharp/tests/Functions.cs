// Functions of the caller: what they throw, how long they live, and what they may do.
using System;
using System.Runtime.CompilerServices;
using System.Threading;
using Kinstep;
using static Tests;

static class Functions
{
    internal static void Run()
    {
        Exceptions();
        Nested();
        Lives();
    }

    static T Throw<T>(string words = "mine") { throw new FormatException(words); }

    static void Exceptions()
    {
        using (var world = new World(2))
        {
            var ball = world.Add(new Body { Mass = 1.0, Velocity = new Vec(1.0, 0.0) });
            var id = world.Add(Force.Of((body, time) =>
            {
                if (time > 0.1) throw new FormatException("mine");
                return new Vec(1.0, 0.0);
            }));
            world.Step(0.1);
            var error = Fails(Status.StepFailed, "finite", () => world.Step(0.1));
            Is(error.InnerException is FormatException && world.Time == 0.1, "the cause is kept, and the world is as it was");
            world.Remove(id);
            world.Step(0.1);

            id = world.AddOn(ball, Force.Field((x, time) => Throw<Vec>(), (x, time) => 0.0));
            error = Fails(Status.StepFailed, "finite", () => world.Step(0.1));
            Is(error.InnerException is FormatException && world.Time == 0.2, "of a field");
            world.Replace(id, Force.Field((x, time) => new Vec(), (x, time) => Throw<double>()));
            world.Step(0.1);
            Energy energy;
            error = Fails(Status.Ok, "a function of yours", () => energy = world.Energy);
            Is(error.InnerException is FormatException, "of a potential");
            world.Remove(id);

            // a torque: NaN fails the step of a body that turns
            world.SetInertia(ball, Inertia.InPlane(1.0));
            id = world.AddOn(ball, Force.Torque((body, time) => Throw<Vec>()));
            error = Fails(Status.StepFailed, "finite", () => world.Step(0.1));
            Is(error.InnerException is FormatException && world.Time.ToString() == "0.3", "of a torque");
            world.Remove(id);

            // ground and rules
            var cliff = new Ground(new Vec(0.0, 1.0), x => Throw<double>(), 1.0, 0.0);
            world.AddGround(cliff);
            error = Fails(Status.StepFailed, "a function of yours", () => world.Step(0.1));
            Is(error.InnerException is FormatException && world.Time.ToString() == "0.3", "of ground");
        }
        using (var world = new World(2))
        {
            var ball = world.Add(new Body { Mass = 1.0, Position = new Vec(0.0, 0.1), Velocity = new Vec(0.0, -1.0) });
            world.AddPlane(new Vec(0.0, 1.0), 0.0);
            world.OnContact((impact, response) => Throw<ContactResponse>());
            var error = Fails(Status.StepFailed, "", () => world.Step(0.2));
            Is(error.InnerException is FormatException && world.Time == 0.0 && world[ball].Position.Y == 0.1, "of a rule");
            world.OnContact(null);
            world.Step(0.2);
            Is(world[ball].Velocity.Y == 0.0, "without the rule");
        }
    }

    // a function that steps another world, and asks its own, which is busy
    static void Nested()
    {
        using (var inner = new World(2))
        using (var world = new World(2))
        {
            inner.Add(new Body { Mass = 1.0 });
            inner.Add(Force.Of((body, time) => Throw<Vec>()));
            world.Add(new Body { Mass = 1.0 });
            var (own, other) = (Status.Ok, Status.Ok);
            var first = world.Add(Force.Of((body, time) =>
            {
                try { world.Step(0.1); } catch (KinstepException e) { own = e.Status; }
                try { inner.Step(0.1); } catch (KinstepException e) { other = e.Status; }
                return new Vec(1.0, 0.0);
            }));
            world.Step(0.1);
            Is(own == Status.Busy && other == Status.StepFailed, "a function sees what fails in it");
            world.Remove(first);
            world.Add(Force.Of((body, time) => Throw<Vec>("outer")));
            world.Add(Force.Of((body, time) =>
            {
                try { inner.Step(0.1); } catch (KinstepException) { }
                return new Vec();
            }));
            var error = Fails(Status.StepFailed, "finite", () => world.Step(0.1));
            Is(error.InnerException.Message == "outer", "the cause is of the call that failed");
        }
    }

    static int calls;

    // on a thread of its own, so that no stack refers to what was made
    static T Apart<T>(Func<T> work)
    {
        var answer = default(T);
        var thread = new Thread(() => answer = work());
        thread.Start();
        thread.Join();
        return answer;
    }

    static void Step(World world) => Apart(() => { world.Step(0.1); return 0; });

    static bool IsAlive(WeakReference reference)
    {
        for (var i = 0; i < 5 && Apart(() => reference.IsAlive); i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        return Apart(() => reference.IsAlive);
    }

    sealed class Pull
    {
        internal World World;

        internal Vec Force(Body body, double time) { calls++; return new Vec(1.0, 0.0); }
        internal double Height(Vec position) { calls++; return -1.0; }
        internal ContactResponse Rule(Impact impact, ContactResponse response) { calls++; return response; }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static WeakReference Added(World world, BodyId on, out ForceId id)
    {
        var pull = new Pull { World = world };
        id = world.AddOn(on, Force.Of(pull.Force));
        return new WeakReference(pull);
    }

    static void Lives()
    {
        var world = new World(2);
        var ball = world.Add(new Body { Mass = 1.0, Position = new Vec(0.0, 1.0) });
        var id = default(ForceId);

        // replaced and removed ones are freed, others are not
        var pull = Apart(() => Added(world, ball, out id));
        Is(IsAlive(pull), "a force keeps its function");
        calls = 0;
        Step(world);
        Is(calls > 0, "it is called after a collection");
        Apart(() => { world.Replace(id, Force.LinearDragRate(1.0)); return 0; });
        Is(!IsAlive(pull), "a replaced function is freed");
        pull = Apart(() => Added(world, ball, out id));
        Apart(() => { world.Remove(id); return 0; });
        Is(!IsAlive(pull), "a removed function is freed");
        var other = world.Add(new Body { Mass = 1.0 });
        pull = Apart(() => Added(world, other, out id));
        Apart(() => { world.Remove(other); return 0; });
        Is(!IsAlive(pull), "the function of a removed body is freed");
        Step(world);

        // ground and rules
        var surface = default(SurfaceId);
        pull = Apart(() =>
        {
            var own = new Pull();
            surface = world.AddGround(new Ground(new Vec(0.0, 1.0), own.Height, 0.0, 0.0));
            return new WeakReference(own);
        });
        Is(IsAlive(pull), "a surface keeps its function");
        calls = 0;
        Step(world);
        Is(calls > 0, "heights are asked for");
        Apart(() => { world.Remove(surface); return 0; });
        Is(!IsAlive(pull), "removed ground is freed");
        pull = Apart(() =>
        {
            var own = new Pull();
            world.OnContact(own.Rule);
            return new WeakReference(own);
        });
        Is(IsAlive(pull), "a world keeps its rule");
        Apart(() => { world.OnContact((impact, response) => response); return 0; });
        Is(!IsAlive(pull), "a replaced rule is freed");

        // a clone has the functions, too
        pull = Apart(() => Added(world, ball, out id));
        var copy = Apart(() => world.Clone());
        Apart(() => { world.Dispose(); return 0; });
        Is(IsAlive(pull), "a clone keeps functions");
        calls = 0;
        Step(copy);
        Is(calls > 0, "and calls them");
        Apart(() => { copy.Dispose(); return 0; });
        Is(!IsAlive(pull), "the functions of a world that was freed are freed");

        // a function that refers to its world keeps neither
        pull = Apart(() => Added(world = new World(2), (copy = world).Add(new Body { Mass = 1.0 }), out id));
        Apart(() => { world = copy = null; return 0; });
        Is(!IsAlive(pull), "a world that nothing else refers to is freed with its functions");

        // a world that is freed by its own function ends the call first
        world = new World(2);
        world.Add(new Body { Mass = 1.0 });
        world.Add(Force.Of((body, time) => { world.Dispose(); GC.Collect(); return new Vec(1.0, 0.0); }));
        world.Step(0.1);
        Fails(Status.NoSuchWorld, "null", () => world.Step(0.1));
    }
}
