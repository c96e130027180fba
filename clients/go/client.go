// This client calls all four bindings with Go's standard library: net/http and encoding/xml.
package main

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
)

var operations = map[string][2]string{
	"SelectEventsRanged": {"from", "to"},
	"SelectEvent":        {"intEventID", "bolAsJSON"},
	"SelectEvents":       {"month", "year"},
}

// Envelope contains a result, or a fault of SOAP 1.1 or SOAP 1.2.
type Envelope struct {
	Body struct {
		Response struct {
			Results []struct {
				XMLName xml.Name
				Text    string `xml:",chardata"`
			} `xml:",any"`
		} `xml:",any"`
		Fault *struct {
			Code11 string `xml:"faultcode"`
			Text11 string `xml:"faultstring"`
			Code12 string `xml:"Code>Value"`
			Text12 string `xml:"Reason>Text"`
		}
	}
}

func main() {
	endpoint := os.Args[1]
	namespace := targetNamespace(endpoint)
	plan, err := os.Open(os.Args[2])
	check(err)
	lines := bufio.NewScanner(plan)
	for lines.Scan() {
		call := strings.Split(lines.Text(), "\t")
		id, operation, values := call[0], call[1], call[2:]
		names := operations[operation]
		form := url.Values{names[0]: {values[0]}, names[1]: {values[1]}}
		answer, err := http.Get(endpoint + "/" + operation + "?" + form.Encode())
		say("httpget", id, byHTTP(answer, err))
		answer, err = http.PostForm(endpoint+"/"+operation, form)
		say("httppost", id, byHTTP(answer, err))

		action := strconv.Quote(strings.TrimSuffix(namespace, "/") + "/" + operation)
		body := fmt.Sprintf(`<%s xmlns="%s"><%s>%s</%[3]s><%[5]s>%s</%[5]s></%[1]s>`,
			operation, namespace, names[0], values[0], names[1], values[1])
		say("soap11", id, bySOAP(endpoint, "http://schemas.xmlsoap.org/soap/envelope/", body,
			http.Header{"Content-Type": {"text/xml; charset=utf-8"}, "SOAPAction": {action}}))
		say("soap12", id, bySOAP(endpoint, "http://www.w3.org/2003/05/soap-envelope", body,
			http.Header{"Content-Type": {"application/soap+xml; charset=utf-8; action=" + action}}))
	}
}

func targetNamespace(endpoint string) string {
	answer, err := http.Get(endpoint + "?WSDL")
	check(err)
	defer answer.Body.Close()
	var definitions struct {
		TargetNamespace string `xml:"targetNamespace,attr"`
	}
	check(xml.NewDecoder(answer.Body).Decode(&definitions))
	return definitions.TargetNamespace
}

func byHTTP(answer *http.Response, err error) []string {
	check(err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	check(err)
	if answer.StatusCode != http.StatusOK {
		return []string{"fault", strconv.Itoa(answer.StatusCode), string(body)}
	}
	var text string
	check(xml.Unmarshal(body, &text))
	return []string{"result", text}
}

func bySOAP(endpoint, envelope, body string, header http.Header) []string {
	text := `<s:Envelope xmlns:s="` + envelope + `"><s:Body>` + body + `</s:Body></s:Envelope>`
	request, err := http.NewRequest(http.MethodPost, endpoint, strings.NewReader(text))
	check(err)
	request.Header = header
	answer, err := http.DefaultClient.Do(request)
	check(err)
	defer answer.Body.Close()
	var found Envelope
	check(xml.NewDecoder(answer.Body).Decode(&found))
	if fault := found.Body.Fault; fault != nil {
		return []string{"fault", fault.Code11 + fault.Code12, fault.Text11 + fault.Text12}
	}
	return []string{"result", found.Body.Response.Results[0].Text}
}

var escapes = strings.NewReplacer("\\", "\\\\", "\t", "\\t", "\n", "\\n", "\r", "\\r")

func say(binding, id string, answer []string) {
	line := binding + "\t" + id
	for _, field := range answer {
		line += "\t" + escapes.Replace(field)
	}
	fmt.Println(line)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
