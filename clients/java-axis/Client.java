import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.axis.AxisFault;
import proxy.EventsLocator;
import proxy.EventsSoap_PortType;

public class Client {
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, "UTF-8");
        EventsSoap_PortType port = new EventsLocator().getEventsSoap();
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] call = line.split("\t");
            String said;
            try {
                said = "result\t" + escaped(ask(port, call[1], call[2], call[3]));
            } catch (AxisFault fault) {
                said = "fault\t" + fault.getFaultCode() + "\t" + escaped(fault.getFaultString());
            }
            out.println("soap11\t" + call[0] + "\t" + said);
        }
    }

    private static String ask(EventsSoap_PortType port, String operation, String first, String second) throws Exception {
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
