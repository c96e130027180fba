import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.ws.soap.SOAPFaultException;
import proxy.Events;
import proxy.EventsSoap;

public class Client {
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, "UTF-8");
        Events service = new Events();
        run(out, "soap11", service.getEventsSoap(), args[0]);
        run(out, "soap12", service.getEventsSoap12(), args[0]);
    }

    private static void run(PrintStream out, String binding, EventsSoap port, String plan) throws Exception {
        for (String line : Files.readAllLines(Path.of(plan))) {
            String[] call = line.split("\t");
            String said;
            try {
                said = "result\t" + escaped(ask(port, call[1], call[2], call[3]));
            } catch (SOAPFaultException fault) {
                said = "fault\t" + fault.getFault().getFaultCode() + "\t" + escaped(fault.getFault().getFaultString());
            }
            out.println(binding + "\t" + call[0] + "\t" + said);
        }
    }

    private static String ask(EventsSoap port, String operation, String first, String second) {
        switch (operation) {
            case "SelectEventsRanged": return port.selectEventsRanged(Long.parseLong(first), Long.parseLong(second));
            case "SelectEvent": return port.selectEvent(Integer.parseInt(first), Boolean.parseBoolean(second));
            default: return port.selectEvents(Integer.parseInt(first), Integer.parseInt(second));
        }
    }

    private static String escaped(String field) {
        return field.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r");
    }
}
