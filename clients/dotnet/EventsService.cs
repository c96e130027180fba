using System.Diagnostics;
using System.Text.RegularExpressions;
using EventsQuery.Testing;

namespace Events.Tests;

/// <summary>
/// The service as a process of its own, empty and with test control: tests make a space each and fill it. With
/// <c>EVENTS_CONTROL</c> set (<c>http://localhost:8081</c>) it is the service whose admin port that is.
/// </summary>
public sealed partial class EventsService : IAsyncDisposable
{
    static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(30);

    Process? process;

    /// <summary>One for all tests: it keeps its connections alive.</summary>
    public HttpClient Http { get; } = new();

    /// <summary>Makes spaces, and steers the service itself.</summary>
    public EventsQueryControl Control { get; private set; } = null!;

    /// <summary>Answers when the service can be called.</summary>
    public static async Task<EventsService> StartAsync()
    {
        var service = new EventsService();
        try
        {
            var root = Environment.GetEnvironmentVariable("EVENTS_CONTROL") ?? await service.StartProcessAsync();
            service.Control = new EventsQueryControl(new Uri(root));
            return service;
        }
        catch
        {
            await service.DisposeAsync();
            throw;
        }
    }

    async Task<string> StartProcessAsync()
    {
        process = Process.Start(new ProcessStartInfo("node")
        {
            // Standard input is a pipe, which closes with this process however it ends: then the service ends too.
            ArgumentList = { ProgramPath(), "serve", "--test", "--exit-with-parent" },
            Environment =
            {
                // Free ones: they are in the lines that say where the service listens.
                ["PORT"] = "0",
                ["ADMIN_PORT"] = "0",
                ["LOG_FORMAT"] = "text",
                ["DATABASE_URL"] = "",
            },
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        var control = "";
        var root = new TaskCompletionSource<string>();
        // Every line is read, to the end: a pipe that is full would stop the service.
        process.OutputDataReceived += (_, line) =>
        {
            if (line.Data is null)
                root.TrySetException(new InvalidOperationException("The service ended before it listened."));
            else if (ControlLine().Match(line.Data) is { Success: true } match)
                control = match.Groups["root"].Value;
            // It listens only once it can answer, and after the admin port.
            else if (ListeningLine().IsMatch(line.Data))
                root.TrySetResult(control);
        };
        process.BeginOutputReadLine();
        return await root.Task.WaitAsync(StartLimit);
    }

    public async ValueTask DisposeAsync()
    {
        Http.Dispose();
        if (process is not null)
        {
            process.StandardInput.Close();
            await process.WaitForExitAsync();
            process.Dispose();
        }
    }

    /// <summary><c>dist/main.js</c> of the folder that this project lies in, or <c>EVENTS_PROGRAM</c>.</summary>
    static string ProgramPath()
    {
        if (Environment.GetEnvironmentVariable("EVENTS_PROGRAM") is { } given) return given;
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            var program = Path.Combine(folder.FullName, "dist", "main.js");
            if (File.Exists(program)) return program;
        }
        throw new FileNotFoundException("dist/main.js was not found: run \"npm run build\" first.");
    }

    [GeneratedRegex(@"Test control is at (?<root>http://\S+)/test/")]
    private static partial Regex ControlLine();

    [GeneratedRegex("The service is listening on ")]
    private static partial Regex ListeningLine();
}
