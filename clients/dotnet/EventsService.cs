#nullable enable

using System;
using System.ComponentModel;
using System.Diagnostics;
using System.IO;
using System.Net.Http;
using System.Text.RegularExpressions;
using System.Threading.Tasks;

// A project that writes an XML documentation file wants a comment for every member.
#pragma warning disable CS1591
// Without this, analyzers suggest internal types in a test project that is a program.
#pragma warning disable CA1515

namespace EventsQuery.Testing;

/// <summary>
/// Runs the service in a process of its own, empty and with test control. Each test makes a space and fills it. If
/// <c>EVENTS_CONTROL</c> names an admin port (<c>http://localhost:8081</c>), the service behind that port is used.
/// </summary>
public sealed partial class EventsService : IAsyncDisposable
{
    static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(30);

    // The service gets only these variables, because others may be settings of the program under test.
    static readonly string[] OfTheMachine = ["HOME", "LD_LIBRARY_PATH", "PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR"];

    Process? process;

    /// <summary>Gets a client for all tests, which keeps its connections alive.</summary>
    public HttpClient Http { get; } = new();

    /// <summary>Gets the control that makes spaces and controls the service itself.</summary>
    public EventsQueryControl Control { get; private set; } = null!;

    /// <summary>Starts the service, and returns when it can be called.</summary>
    public static async Task<EventsService> StartAsync()
    {
        var service = new EventsService();
        try
        {
            var root = Given("EVENTS_CONTROL") ?? await service.StartProcessAsync().ConfigureAwait(false);
            service.Control = new EventsQueryControl(new Uri(root));
            return service;
        }
        catch
        {
            await service.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    async Task<string> StartProcessAsync()
    {
        var start = new ProcessStartInfo("node")
        {
            // The service ends when its standard input closes, which happens even if this process is killed.
            ArgumentList = { ProgramPath(), "serve", "--test", "--exit-with-parent" },
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment.Clear();
        foreach (var name in OfTheMachine)
        {
            if (Environment.GetEnvironmentVariable(name) is { } value) start.Environment[name] = value;
        }
        // The system chooses free ports, which are in the lines that the service writes.
        start.Environment["PORT"] = "0";
        start.Environment["ADMIN_PORT"] = "0";
        process = StartNode(start);
        var control = "";
        var root = new TaskCompletionSource<string>();
        // Every line is read, because a full pipe would stop the service.
        process.OutputDataReceived += (_, line) =>
        {
            var text = line.Data ?? "";
            if (ControlLine().Match(text) is { Success: true } match)
                control = match.Groups["root"].Value;
            // The service listens last, when it can answer.
            else if (ListeningLine().IsMatch(text))
                root.TrySetResult(control);
        };
        var errors = "";
        process.ErrorDataReceived += (_, line) =>
        {
            if (line.Data is null)
                root.TrySetException(new InvalidOperationException($"The service ended before it listened.{errors}"));
            else
                errors += $"\n{line.Data}";
        };
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        try
        {
            return await root.Task.WaitAsync(StartLimit).ConfigureAwait(false);
        }
        catch (TimeoutException cause)
        {
            throw new TimeoutException($"The service did not listen within {StartLimit.TotalSeconds} seconds.", cause);
        }
    }

    /// <summary>Treats an empty variable as missing, because CI systems set variables without a value to "".</summary>
    static string? Given(string variable) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } value ? value : null;

    static Process StartNode(ProcessStartInfo info)
    {
        try
        {
            return Process.Start(info)!;
        }
        catch (Win32Exception cause)
        {
            throw new InvalidOperationException("Node.js, from 20 on, must be on the PATH: the service is a program of it.", cause);
        }
    }

    public async ValueTask DisposeAsync()
    {
        Http.Dispose();
        if (process is not null)
        {
            process.StandardInput.Close();
            await process.WaitForExitAsync().ConfigureAwait(false);
            process.Dispose();
        }
    }

    /// <summary>Returns <c>EVENTS_PROGRAM</c>, or <c>dist/main.js</c> of a folder above the tests.</summary>
    static string ProgramPath()
    {
        if (Given("EVENTS_PROGRAM") is { } given) return given;
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            var program = Path.Combine(folder.FullName, "dist", "main.js");
            if (File.Exists(program)) return program;
        }
        throw new FileNotFoundException(
            "dist/main.js of Events Query was not found in a folder above the tests. EVENTS_PROGRAM=PATH says where it is; \"npm ci && npm run build\" in a clone of Events Query makes it.");
    }

    [GeneratedRegex(@"Test control is at (?<root>http://\S+)/test/")]
    private static partial Regex ControlLine();

    [GeneratedRegex("The service is listening on ")]
    private static partial Regex ListeningLine();
}
