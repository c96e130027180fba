using System.Diagnostics;
using System.Text.RegularExpressions;

namespace Events.Tests;

/// <summary>
/// The service as a process of its own, filled with the event files of <c>Fixtures/events</c>. With
/// <c>EVENTS_URL</c> set (<c>http://localhost:8080</c>) it is the service that runs there, filled with the same files.
/// </summary>
public sealed partial class EventsService : IAsyncDisposable
{
    static readonly TimeSpan StartLimit = TimeSpan.FromMinutes(2);

    readonly string dataFolder = Directory.CreateTempSubdirectory("events-query-").FullName;
    Process? process;

    /// <summary>One for all tests: it keeps its connections alive.</summary>
    public HttpClient Http { get; } = new();

    /// <summary><c>http://127.0.0.1:PORT/WebServices/Events.asmx</c></summary>
    public Uri Endpoint { get; private set; } = null!;

    /// <summary>Answers when the service can be called.</summary>
    public static async Task<EventsService> StartAsync()
    {
        var service = new EventsService();
        try
        {
            var root = Environment.GetEnvironmentVariable("EVENTS_URL") ?? await service.StartProcessAsync();
            service.Endpoint = new Uri(new Uri(root), "/WebServices/Events.asmx");
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
            ArgumentList = { ProgramPath(), "serve" },
            Environment =
            {
                ["PORT"] = "0", // a free one: it is in the line that says where the service listens
                ["DATA_DIR"] = dataFolder,
                ["SEED"] = Path.Combine(AppContext.BaseDirectory, "Fixtures", "events"),
                ["LOG_FORMAT"] = "text",
            },
            RedirectStandardOutput = true,
        })!;
        var root = new TaskCompletionSource<string>();
        // Every line is read, to the end: a pipe that is full would stop the service.
        process.OutputDataReceived += (_, line) =>
        {
            if (line.Data is null)
                root.TrySetException(new InvalidOperationException("The service ended before it listened."));
            // It listens only once it can answer.
            else if (ListeningLine().Match(line.Data) is { Success: true } match)
                root.TrySetResult(match.Groups["root"].Value);
        };
        process.BeginOutputReadLine();
        return await root.Task.WaitAsync(StartLimit);
    }

    public async ValueTask DisposeAsync()
    {
        Http.Dispose();
        if (process is not null)
        {
            process.Kill();
            await process.WaitForExitAsync();
            process.Dispose();
        }
        Directory.Delete(dataFolder, recursive: true);
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

    [GeneratedRegex(@"The service is listening on (?<root>http://\S+)")]
    private static partial Regex ListeningLine();
}
