import java.io.ByteArrayInputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;

/** This client calls all four bindings with the JDK's java.net.http and DOM parser. */
public class Client {
    private static final Map<String, String[]> OPERATIONS = Map.of(
        "SelectEventsRanged", new String[] {"from", "to"},
        "SelectEvent", new String[] {"intEventID", "bolAsJSON"},
        "SelectEvents", new String[] {"month", "year"});
    // By default HttpClient prefers HTTP/2, and asks for an upgrade on the first request.
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    public static void main(String[] args) throws Exception {
        String endpoint = args[0];
        Document wsdl = parse(send(HttpRequest.newBuilder(URI.create(endpoint + "?WSDL"))).body());
        String namespace = wsdl.getDocumentElement().getAttribute("targetNamespace");
        for (String line : Files.readAllLines(Path.of(args[1]))) {
            String[] call = line.split("\t");
            String operation = call[1];
            String[] names = OPERATIONS.get(operation);
            String form = names[0] + "=" + call[2] + "&" + names[1] + "=" + call[3];
            say("httpget", call[0], byHttp(HttpRequest.newBuilder(URI.create(endpoint + "/" + operation + "?" + form))));
            say("httppost", call[0], byHttp(HttpRequest.newBuilder(URI.create(endpoint + "/" + operation))
                .header("Content-Type", "application/x-www-form-urlencoded").POST(BodyPublishers.ofString(form))));

            String body = "<" + operation + " xmlns=\"" + namespace + "\">" + element(names[0], call[2])
                + element(names[1], call[3]) + "</" + operation + ">";
            String action = "\"" + namespace.replaceAll("/$", "") + "/" + operation + "\"";
            say("soap11", call[0], bySoap(operation, HttpRequest.newBuilder(URI.create(endpoint))
                .header("Content-Type", "text/xml; charset=utf-8").header("SOAPAction", action)
                .POST(BodyPublishers.ofString(envelope("http://schemas.xmlsoap.org/soap/envelope/", body)))));
            say("soap12", call[0], bySoap(operation, HttpRequest.newBuilder(URI.create(endpoint))
                .header("Content-Type", "application/soap+xml; charset=utf-8; action=" + action)
                .POST(BodyPublishers.ofString(envelope("http://www.w3.org/2003/05/soap-envelope", body)))));
        }
    }

    private static String element(String name, String text) {
        return "<" + name + ">" + text + "</" + name + ">";
    }

    private static String envelope(String namespace, String body) {
        return "<s:Envelope xmlns:s=\"" + namespace + "\"><s:Body>" + body + "</s:Body></s:Envelope>";
    }

    private static HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
        return HTTP.send(request.build(), BodyHandlers.ofByteArray());
    }

    private static String[] byHttp(HttpRequest.Builder request) throws Exception {
        HttpResponse<byte[]> response = send(request);
        if (response.statusCode() == 200)
            return new String[] {"result", parse(response.body()).getDocumentElement().getTextContent()};
        return new String[] {"fault", "" + response.statusCode(), new String(response.body(), StandardCharsets.UTF_8)};
    }

    private static String[] bySoap(String operation, HttpRequest.Builder request) throws Exception {
        HttpResponse<byte[]> response = send(request);
        Document answer = parse(response.body());
        if (response.statusCode() == 200) return new String[] {"result", text(answer, operation + "Result")};
        if (answer.getElementsByTagName("faultcode").getLength() > 0)
            return new String[] {"fault", text(answer, "faultcode"), text(answer, "faultstring")};
        return new String[] {"fault", text(answer, "Value"), text(answer, "Text")};
    }

    private static Document parse(byte[] xml) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(xml));
    }

    private static String text(Document document, String localName) {
        return document.getElementsByTagNameNS("*", localName).item(0).getTextContent();
    }

    private static void say(String binding, String id, String[] answer) {
        StringBuilder line = new StringBuilder(binding + "\t" + id);
        for (String field : answer)
            line.append('\t').append(field.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r"));
        OUT.println(line);
    }
}
