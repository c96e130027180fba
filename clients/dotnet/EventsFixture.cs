using EventsQuery.Testing;
using Xunit;

namespace Events.Tests;

/// <summary>
/// A class fixture that all test classes get the same service from: started by the first, stopped by the last. A
/// collection fixture would share it, too, but classes of one collection do not run in parallel.
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
