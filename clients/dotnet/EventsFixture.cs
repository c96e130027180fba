#nullable enable

using System.Threading;
using System.Threading.Tasks;
using EventsQuery.Testing;
using Xunit;

// So that it compiles in a project with every analyser and a documentation file.
#pragma warning disable CA1515, CA2007, CS1591

namespace Events.Tests;

/// <summary>
/// Gives all test classes the same service. The first class starts it, and the last one stops it. A collection fixture
/// would share it too, but classes of one collection do not run in parallel.
/// </summary>
public sealed class EventsFixture : IAsyncLifetime
{
    static readonly SemaphoreSlim Gate = new(1);
    static EventsService? shared;
    static int users;

    public EventsService Service { get; private set; } = null!;

    public async Task InitializeAsync()
    {
        await Gate.WaitAsync();
        try
        {
            Service = shared ??= await EventsService.StartAsync();
            users++;
        }
        finally
        {
            Gate.Release();
        }
    }

    public async Task DisposeAsync()
    {
        await Gate.WaitAsync();
        try
        {
            if (--users > 0 || shared is null) return;
            await shared.DisposeAsync();
            shared = null;
        }
        finally
        {
            Gate.Release();
        }
    }
}
