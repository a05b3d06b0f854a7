// Runs the script as Unity would, and looks for names that both have.
using System;
using System.Linq;
using Kinstep;

static class Player
{
    static void Is(bool condition, string what)
    {
        if (!condition) throw new Exception("not so: " + what);
    }

    static void Main()
    {
        var types = typeof(World).Assembly.GetExportedTypes();
        var unity = types.Where(type => type.Namespace == "UnityEngine").Select(type => type.Name).ToArray();
        var both = types.Where(type => type.Namespace == "Kinstep").Select(type => type.Name).Intersect(unity).ToArray();
        Is(unity.Length > 200 && both.Length == 0, "only Unity has " + string.Join(", ", both));

        var lander = new Lander();
        lander.Start();
        var landed = 0.0;
        for (var frame = 0; frame < 3000; frame++)
        {
            lander.FixedUpdate();
            if (landed == 0.0 && lander.bounces > 0) landed = lander.world.Time;
        }
        Is(Math.Abs(landed - lander.landsAfter) < 0.05, $"the probe lands after {landed} s, not {lander.landsAfter} s");
        var craft = lander.world[lander.craft];
        Is(Math.Abs(craft.Position.Y - 1.0) < 0.5, "the craft is down, at " + craft.Position);
        Is(lander.transform.position.x == (float)craft.Position.X, "the script moves its object");
        lander.Preview();
        Is(Math.Abs(lander.LastDot.x - 60f) < 1e-3f && Math.Abs(lander.LastDot.y) < 1e-3f, "the last dot is on the goal");
        lander.OnDestroy();
        Console.WriteLine("the script runs; no name of Kinstep is one of Unity's");
    }
}
