// What bodies collide with.
using System;
using System.Linq;
using Kinstep;
using static Tests;

static class Surfaces
{
    static readonly Vec Up = new Vec(0.0, 1.0);

    internal static void Run()
    {
        Falls();
        Shapes();
        Rules();
    }

    static void Falls()
    {
        using (var world = new World(2))
        {
            world.Add(Force.UniformGravity(Up * -10.0));
            var ground = world.AddPlane(Up, 0.0, new ContactMaterial { Restitution = 0.5 });
            var ball = world.Add(new Body { Mass = 2.0, Radius = 0.5, Position = new Vec(0.0, 5.5) });
            world.Step(1.5);
            Near(world[ball].Position.Y, 0.5 + 5.0 * 0.5 - 5.0 * 0.25, 1e-12, "the height after a bounce");
            var contacts = new Contact[4];
            Is(world.Contacts(contacts) == 1 && world.Contacts().Length == 1, "one contact");
            var contact = contacts[0];
            Is(contact.Kind == ContactKind.Bounce && contact.Body == ball && contact.Surface == ground && contact.Other == null,
                "what touched what");
            Near(contact.Time, 1.0, 1e-12, "the time of the bounce");
            Near(contact.Impulse.Y, 2.0 * 15.0, 1e-9, "the impulse");
            Is(contact.Normal == Up && contact.Point == new Vec(), "the point and the normal");
            for (var i = 0; i < 10; i++) world.Step(1.0);
            Is(world[ball].Velocity == new Vec(), "it rests");
            var held = new SurfaceId[2];
            Is(world.HeldBy(ball, held) == 1 && held[0] == ground, "it is held by the ground");
            world.SetSurfaceVelocity(ground, Up);
            world.Step(1.0);
            Near(world.SurfaceOffset(ground).Y, 1.0, 1e-12, "the lift");
            Near(world[ball].Position.Y, 1.5, 1e-9, "the ball on the lift");
            world.Remove(ground);
            Fails(Status.NoSuchSurface, "", () => world.SetContact(ground, new ContactMaterial()));
        }
    }

    static void Shapes()
    {
        using (var world = new World(2))
        {
            world.Add(Force.UniformGravity(Up * -10.0));
            world.AddBox(new Vec(0.0, -1.0), new Vec(1.0, 1.0));
            world.AddBall(new Vec(10.0, 0.0), 1.0);
            world.AddChain(new[] { new Vec(19.0, 0.5), new Vec(21.0, 0.5) });
            world.AddHeightfield(Up, new Vec(29.0, 0.0), 1.0, new[,] { { 0.25, 0.25, 0.25 } });
            Fails(Status.InvalidArgument, "curvature of the ground is NaN", () => world.AddGround(new Ground(Up, x => 0.0, 0.0)));
            world.AddGround(new Ground(Up, x => 0.05 * x.X - 2.5, 0.05, 0.0));
            var xs = new[] { 0.0, 10.0, 20.0, 30.0, 40.0 };
            var ids = world.Add(xs.Select(x => new Body { Mass = 1.0, Position = new Vec(x, 3.0) }).ToArray());
            for (var i = 0; i < 100; i++) world.Step(0.02);
            var heights = ids.Select(id => world[id].Position.Y).ToArray();
            var expected = new[] { 0.0, 1.0, 0.5, 0.25, 0.05 * world[ids[4]].Position.X - 2.5 };
            for (var i = 0; i < heights.Length; i++) Near(heights[i], expected[i], 1e-6, "the height on shape " + i);
        }
        using (var world = new World(3))
        {
            world.SetBodyContact(new ContactMaterial { Restitution = 1.0 });
            var one = world.Add(new Body { Mass = 1.0, Radius = 0.5, Velocity = new Vec(1.0, 0.0) });
            var other = world.Add(new Body { Mass = 1.0, Radius = 0.5, Position = new Vec(2.0, 0.0) });
            world.Step(2.0);
            Near(world[other].Velocity.X, 1.0, 1e-12, "the speed that was handed on");
            var contact = world.Contacts()[0];
            Is(contact.Surface == null && (contact.Other == one || contact.Other == other), "it touched a body");
        }
        using (var world = new World(2))
        {
            var floor = world.AddPlane(Up, 0.0);
            world.SetOneWay(floor, Up);
            var ball = world.Add(new Body { Mass = 1.0, Position = new Vec(0.0, -1.0), Velocity = Up });
            world.Step(2.0);
            Near(world[ball].Position.Y, 1.0, 1e-12, "through the floor from below");
            world.SetVelocity(ball, Up * -1.0);
            world.SetLayers(floor, 1);
            world.SetLayers(ball, 2);
            world.Step(2.0);
            Near(world[ball].Position.Y, -1.0, 1e-12, "through a floor of another layer");
        }
    }

    static void Rules()
    {
        using (var world = new World(2))
        {
            var pad = world.AddPlane(Up, 0.0);
            var ghost = world.Add(new Body { Mass = 1.0, Position = new Vec(0.0, 1.0), Velocity = Up * -1.0 });
            var ball = world.Add(new Body { Mass = 1.0, Position = new Vec(5.0, 1.0), Velocity = Up * -1.0 });
            var seen = 0;
            world.OnContact((impact, response) =>
            {
                if (impact.Surface == pad && impact.Other == null && impact.Velocity.Y == -1.0) seen++;
                if (impact.Body == ghost) response.Passes = true;
                else response.Push = Up * 3.0;
                return response;
            });
            using (var copy = world.Clone())
            {
                copy.Step(2.0);
                Is(seen >= 2, "the rule knows bodies and surfaces");
                Near(copy[ghost].Position.Y, -1.0, 1e-12, "it passed");
                Near(copy[ball].Velocity.Y, 3.0, 1e-12, "the jump pad");
            }
        }
    }
}
