// golden: the bits that five scenes end in; numbers: what `bindings/c/tests/numbers.rs` prints; the rest prints how many checks passed.
using System;
using Kinstep;

static class Tests
{
    static int passed;

    static int Main(string[] arguments)
    {
        switch (arguments.Length == 1 ? arguments[0] : "")
        {
            case "golden": Golden.Run(); return 0;
            case "numbers": Numbers.Run(); return 0;
            case "all":
                Border.Run();
                Functions.Run();
                Throws.Run();
                Surfaces.Run();
                Frames.Run();
                Turret.Run();
                Console.WriteLine(passed + " passed, 0 failed");
                return 0;
            default: Console.Error.WriteLine("tests.exe golden|numbers|all"); return 1;
        }
    }

    internal static void Is(bool condition, string what)
    {
        if (!condition) throw new Exception("not so: " + what);
        passed++;
    }

    internal static void Near(double value, double expected, double within, string what) =>
        Is(Math.Abs(value - expected) <= within, $"{what} is {value}, not {expected}");

    internal static KinstepException Fails(Status status, string words, Action work)
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
}
