using System.Net;
using System.Net.Sockets;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Security;
using Events.Tests.Wcf;
using EventsQuery.Testing;
using Xunit;

namespace Events.Tests;

/// <summary>Compares the exceptions of real WCF with docs/dotnet.md, which has their texts word for word.</summary>
public sealed class WcfExceptionTests(EventsFixture fixture) : IClassFixture<EventsFixture>, IAsyncLifetime
{
    static readonly string Page = ReadPage();

    SpaceControl space = null!;

    public async Task InitializeAsync()
    {
        space = await fixture.Service.Control.CreateSpaceAsync(new NewSpace { Ttl = 600 });
        await space.ReplaceEventsAsync([new TestEvent { Id = 7, Title = "Board meeting", Start = "2026-03-01T09:00:00Z" }]);
    }

    public async Task DisposeAsync() => await space.DisposeAsync();

    [Theory]
    [InlineData("SOAP 1.1")]
    [InlineData("SOAP 1.2")]
    public async Task A_body_that_breaks_off_is_a_bare_IOException(string version)
    {
        await space.AddRuleAsync(new NewRule { Then = new() { Cut = 100 } });
        var error = await Assert.ThrowsAnyAsync<IOException>(() => Open(version).SelectEventAsync(7, true));
        IsOnThePage(error, "Unable to read data from the transport connection: Connection reset by peer.");
    }

    [Fact]
    public async Task A_body_that_breaks_off_is_a_HttpRequestException_of_HttpClient()
    {
        await space.AddRuleAsync(new NewRule { Then = new() { Cut = 100 } });
        var call = $"{space.Url}/SelectEvent?intEventID=7&bolAsJSON=true";
        var error = await Assert.ThrowsAsync<HttpRequestException>(() => fixture.Service.Http.GetStringAsync(call));
        IsOnThePage(error, "Error while copying content to a stream.");
    }

    [Fact]
    public async Task A_connection_that_ends_before_an_answer_is_a_CommunicationException()
    {
        await space.AddRuleAsync(new NewRule { Then = new() { Reset = "before" } });
        var error = Assert.ThrowsAny<CommunicationException>(() => Open("SOAP 1.1").SelectEvent(7, true));
        IsOnThePage(error, "An error occurred while sending the request.");
    }

    [Fact]
    public async Task Nothing_that_listens_is_a_CommunicationException()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        listener.Stop();
        var client = HandBindings.Open(HandBindings.Soap11(), $"http://127.0.0.1:{port}/WebServices/Events.asmx");
        var error = await Assert.ThrowsAnyAsync<CommunicationException>(() => client.SelectEventAsync(7, true));
        IsOnThePage(error, "Connection refused (");
    }

    [Fact]
    public async Task More_than_64_KB_need_MaxReceivedMessageSize()
    {
        await space.AddRuleAsync(new NewRule { Then = new() { Result = new string('x', 70_000) } });
        var client = Open(new BasicHttpBinding());
        var error = Assert.ThrowsAny<CommunicationException>(() => client.SelectEvent(7, true));
        IsOnThePage(error, "The maximum message size quota for incoming messages (65536) has been exceeded.");
    }

    [Fact]
    public void MaxBufferSize_alone_is_refused()
    {
        var error = Assert.Throws<ArgumentException>(() => Open(new BasicHttpBinding { MaxBufferSize = int.MaxValue }).SelectEvent(7, true));
        IsOnThePage(error, "For TransferMode.Buffered, MaxReceivedMessageSize and MaxBufferSize must be the same value.");
    }

    [Fact]
    public async Task A_streamed_answer_needs_the_string_quota()
    {
        await space.AddRuleAsync(new NewRule { Then = new() { Result = new string('x', 9_000) } });
        var client = Open(new BasicHttpBinding { MaxReceivedMessageSize = int.MaxValue, TransferMode = TransferMode.StreamedResponse });
        var error = Assert.ThrowsAny<CommunicationException>(() => client.SelectEvents(3, 2026));
        IsOnThePage(error, "Error in deserializing body of reply message for operation 'SelectEvents'.");
        Assert.Contains("The maximum string content length quota (8192) has been exceeded", error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_slow_answer_is_a_TimeoutException()
    {
        await space.AddRuleAsync(new NewRule { Then = new() { Delay = new(5_000) } });
        var binding = HandBindings.Soap11();
        binding.SendTimeout = TimeSpan.FromMilliseconds(300);
        var error = await Assert.ThrowsAsync<TimeoutException>(() => Open(binding).SelectEventAsync(7, true));
        IsOnThePage(error, "The request channel timed out");
    }

    [Fact]
    public async Task A_gateways_page_is_a_ProtocolException()
    {
        await space.AddRuleAsync(new NewRule { Times = 1, Then = new() { Status = 502, Body = "no" } });
        var error = await Assert.ThrowsAsync<ProtocolException>(() => Open("SOAP 1.1").SelectEventAsync(7, true));
        IsOnThePage(error, "unexpected response: (502) Bad Gateway");
        await space.AddRuleAsync(new NewRule { Times = 1, Then = new() { Status = 503, Body = "no" } });
        await Assert.ThrowsAsync<ServerTooBusyException>(() => Open("SOAP 1.1").SelectEventAsync(7, true));
        await space.AddRuleAsync(new NewRule { Times = 1, Then = new() { Status = 415 } });
        var unsupported = await Assert.ThrowsAsync<ProtocolException>(() => Open("SOAP 1.1").SelectEventAsync(7, true));
        IsOnThePage(unsupported, " was not supported by service ");
        var slash = HandBindings.Open(HandBindings.Soap11(), $"{space.Url}/");
        var page = await Assert.ThrowsAsync<ProtocolException>(() => slash.SelectEventAsync(7, true));
        IsOnThePage(page, "The content type text/html", "does not match the content type of the binding");
    }

    [Fact]
    public async Task A_missing_login_and_a_connection_without_TLS_are_exceptions_of_security()
    {
        await space.AddRuleAsync(new NewRule { Then = new() { Status = 401 } });
        var login = await Assert.ThrowsAsync<MessageSecurityException>(() => Open("SOAP 1.1").SelectEventAsync(7, true));
        IsOnThePage(login, "The HTTP request is unauthorized ");
        var secure = HandBindings.Open(new BasicHttpsBinding(), space.Url.ToString().Replace("http:", "https:", StringComparison.Ordinal));
        var trust = await Assert.ThrowsAsync<SecurityNegotiationException>(() => secure.SelectEventAsync(7, true));
        IsOnThePage(trust, "Could not establish trust relationship ");
    }

    [Fact]
    public async Task A_wrong_path_is_an_EndpointNotFoundException()
    {
        var client = HandBindings.Open(HandBindings.Soap11(), space.Url.ToString().Replace("/Events.asmx", "/Other.asmx", StringComparison.Ordinal));
        var error = await Assert.ThrowsAsync<EndpointNotFoundException>(() => client.SelectEventAsync(7, true));
        IsOnThePage(error, "There was no endpoint listening at");
    }

    [Fact]
    public async Task Addressing_headers_are_not_understood()
    {
        var client = Open(HandBindings.Soap12(AddressingVersion.WSAddressing10));
        var error = await Assert.ThrowsAsync<ProtocolException>(() => client.SelectEventAsync(7, true));
        IsOnThePage(error, "SOAP header Action was not understood.");
    }

    [Fact]
    public void An_operation_without_its_Action_is_named()
    {
        var soap11 = Assert.Throws<FaultException>(() => Unnamed(HandBindings.Soap11()));
        IsOnThePage(soap11, "Server did not recognize the value of HTTP Header SOAPAction: http://tempuri.org/IEvents/SelectEvent.");
    }

    [Fact]
    public void An_action_that_the_service_does_not_have_is_named_in_SOAP_1_2()
    {
        var factory = new ChannelFactory<IElsewhere>(HandBindings.Soap12(), new EndpointAddress(space.Url));
        var error = Assert.Throws<FaultException>(() => factory.CreateChannel().SelectEvent(7, true));
        Assert.Contains("urn:elsewhere/SelectEvent", error.Message, StringComparison.Ordinal);
        IsOnThePage(new FaultException(error.Message.Replace("urn:elsewhere/SelectEvent", "…", StringComparison.Ordinal)), "The action '…' was not recognized.");
    }

    [Fact]
    public void A_parameter_of_another_name_is_silently_missing()
    {
        var factory = new ChannelFactory<IRenamed>(HandBindings.Soap11(), new EndpointAddress(space.Url));
        Assert.Equal("<events></events>", factory.CreateChannel().SelectEvent(7, true));
        Assert.Contains("`<events></events>`", Page, StringComparison.Ordinal);
    }

    IEvents Open(string version) => Open(version == "SOAP 1.1" ? HandBindings.Soap11() : HandBindings.Soap12());

    IEvents Open(Binding binding) => HandBindings.Open(binding, space.Url.ToString());

    void Unnamed(Binding binding) =>
        new ChannelFactory<INameless>(binding, new EndpointAddress(space.Url)).CreateChannel().SelectEvent(7, true);

    static void IsOnThePage(Exception error, params string[] texts)
    {
        foreach (var text in texts)
        {
            Assert.Contains(text, error.Message, StringComparison.Ordinal);
            Assert.Contains(text, Page, StringComparison.Ordinal);
        }
    }

    static string ReadPage([System.Runtime.CompilerServices.CallerFilePath] string here = "") =>
        File.ReadAllText(Path.Combine(Path.GetDirectoryName(here)!, "..", "..", "docs", "dotnet.md"));
}

[ServiceContract(Namespace = "http://tempuri.org/", Name = "IEvents"), XmlSerializerFormat]
public interface INameless
{
    [OperationContract(ReplyAction = "*")]
    string? SelectEvent(int intEventID, bool bolAsJSON);
}

[ServiceContract(Namespace = "urn:elsewhere"), XmlSerializerFormat]
public interface IElsewhere
{
    [OperationContract(Action = "urn:elsewhere/SelectEvent", ReplyAction = "*")]
    string? SelectEvent(int intEventID, bool bolAsJSON);
}

[ServiceContract(Namespace = "http://tempuri.org/"), XmlSerializerFormat]
public interface IRenamed
{
    [OperationContract(Action = "http://tempuri.org/SelectEvent", ReplyAction = "*")]
    string? SelectEvent(int id, bool json);
}
