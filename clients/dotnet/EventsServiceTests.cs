using EventsQuery.Testing;
using Xunit;

namespace Events.Tests;

/// <summary>Tests the start and end of services, and controls of addresses that are not test control.</summary>
public sealed class EventsServiceTests(EventsFixture fixture) : IClassFixture<EventsFixture>
{
    EventsQueryControl Control => fixture.Service.Control;

    [Fact]
    public async Task A_fixture_that_did_not_start_stops_no_service_of_others()
    {
        await new EventsFixture().DisposeAsync();
        Assert.NotEmpty(await Control.SpacesAsync());
    }

    [Fact]
    public async Task A_service_that_is_disposed_of_twice_ends_once()
    {
        await using var service = await EventsService.StartAsync();
        await service.DisposeAsync();
    }

    [Fact]
    public async Task A_page_of_another_program_is_an_error_that_says_so()
    {
        using var http = new HttpClient(new PageHandler());
        var error = await Assert.ThrowsAsync<EventsControlException>(() => new EventsQueryControl(Control.Address, http: http).SpacesAsync());
        Assert.Contains("was answered with 200, and not by test control", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("localhost:8081")]
    [InlineData("8081")]
    public void An_address_that_is_no_URL_is_refused_when_the_control_is_made(string address)
    {
        var error = Assert.Throws<ArgumentException>(() => new EventsQueryControl(new Uri(address, UriKind.RelativeOrAbsolute)));
        Assert.StartsWith($"The address of test control is \"{address}\": it must be a URL such as http://127.0.0.1:8081.", error.Message, StringComparison.Ordinal);
    }

    /// <summary>Answers every request with a page, as some development servers do.</summary>
    sealed class PageHandler : HttpMessageHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
            Task.FromResult(new HttpResponseMessage { Content = new StringContent("<!DOCTYPE html>", null, "text/html") });
    }
}
