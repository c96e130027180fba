import { OPERATIONS } from '../../src/contract/operations';
import { wireSamples } from '../../src/pages/samples';
import { textOf } from './view';

const service = {
  host: 'localhost',
  path: '/WebServices/Events.asmx',
  namespace: 'http://example.org/events',
};

function samplesOf(name: string, namespace = service.namespace) {
  const operation = OPERATIONS.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  return Object.fromEntries(
    wireSamples(operation, { ...service, namespace }).map(({ title, request, response }) => [
      title,
      { request: textOf(request.toString()), response: textOf(response.toString()) },
    ]),
  );
}

const envelope = (prefix: string, uri: string, body: string) => `<?xml version="1.0" encoding="utf-8"?>
<${prefix}:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:${prefix}="${uri}">
  <${prefix}:Body>
${body}
  </${prefix}:Body>
</${prefix}:Envelope>`;

const requestBody = `    <SelectEvent xmlns="http://example.org/events">
      <intEventID>int</intEventID>
      <bolAsJSON>boolean</bolAsJSON>
    </SelectEvent>`;
const responseBody = `    <SelectEventResponse xmlns="http://example.org/events">
      <SelectEventResult>string</SelectEventResult>
    </SelectEventResponse>`;
const E11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const E12 = 'http://www.w3.org/2003/05/soap-envelope';

describe('the wire samples of SelectEvent are those of contract 8.2', () => {
  const samples = samplesOf('SelectEvent');

  const ACTION = '\nSOAPAction: "http://example.org/events/SelectEvent"';
  test.each([
    ['SOAP 1.1', 'text/xml', ACTION, 'soap', E11],
    ['SOAP 1.2', 'application/soap+xml', '', 'soap12', E12],
  ])('%s', (title, mediaType, action, prefix, uri) => {
    expect(samples[title]?.request).toBe(`POST /WebServices/Events.asmx HTTP/1.1
Host: localhost
Content-Type: ${mediaType}; charset=utf-8
Content-Length: length${action}

${envelope(prefix, uri, requestBody)}`);
    expect(samples[title]?.response).toBe(`HTTP/1.1 200 OK
Content-Type: ${mediaType}; charset=utf-8
Content-Length: length

${envelope(prefix, uri, responseBody)}`);
  });

  const stringResponse = `HTTP/1.1 200 OK
Content-Type: text/xml; charset=utf-8
Content-Length: length

<?xml version="1.0" encoding="utf-8"?>
<string xmlns="http://example.org/events">string</string>`;

  test('HTTP GET and HTTP POST', () => {
    expect(samples['HTTP GET']).toEqual({
      request: `GET /WebServices/Events.asmx/SelectEvent?intEventID=string&bolAsJSON=string HTTP/1.1
Host: localhost
`,
      response: stringResponse,
    });
    expect(samples['HTTP POST']).toEqual({
      request: `POST /WebServices/Events.asmx/SelectEvent HTTP/1.1
Host: localhost
Content-Type: application/x-www-form-urlencoded
Content-Length: length

intEventID=string&bolAsJSON=string`,
      response: stringResponse,
    });
  });
});

test('a namespace is escaped in XML, and unchanged in a header', () => {
  const samples = samplesOf('SelectEvents', 'urn:a&b"c/');
  const { request } = samples['SOAP 1.1'] ?? {};
  expect(samples['HTTP GET']?.response).toContain('<string xmlns="urn:a&amp;b&quot;c/">');
  expect(request).toContain('SOAPAction: "urn:a&b"c/SelectEvents"');
  expect(request).toContain('<SelectEvents xmlns="urn:a&amp;b&quot;c/">');
});
