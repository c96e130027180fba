using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;

/// <summary>Contains a call of the plan. Its arguments are not converted yet.</summary>
public class Call
{
	public string Case, Operation, First, Second;
}

/// <summary>Represents the fault or the HTTP error that a proxy's exception reports.</summary>
public class FaultSeen : Exception
{
	public readonly string Code;
	public FaultSeen(string code, string message) : base(message) { Code = code; }
}

/// <summary>Reads the plan, and writes a line for each of its calls.</summary>
public static class Plan
{
	public static List<Call> Read(string file)
	{
		return File.ReadAllLines(file)
			.Select(line => line.Split('\t'))
			.Select(field => new Call { Case = field[0], Operation = field[1], First = field[2], Second = field[3] })
			.ToList();
	}

	public static void Report(string binding, Call call, Func<string> ask)
	{
		try { Say(binding, call.Case, "result", ask()); }
		catch (FaultSeen fault) { Say(binding, call.Case, "fault", fault.Code, fault.Message); }
		catch (Exception error) { Say(binding, call.Case, "error", error.ToString()); }
	}

	static void Say(params string[] fields)
	{
		Console.WriteLine(string.Join("\t", fields.Select(field => (field ?? "(null)")
			.Replace("\\", "\\\\").Replace("\t", "\\t").Replace("\n", "\\n").Replace("\r", "\\r"))));
	}

	[DllImport("libc")]
	static extern void _exit(int status);

	/// <summary>Ends the process at once, because Mono 6.8 sometimes aborts during a normal shutdown.</summary>
	public static void Leave()
	{
		Console.Out.Flush();
		_exit(0);
	}
}
