import { echoService } from '../support/echo-service';
import { converse, type RawAnswer } from '../support/raw-http';
import { serveApp } from '../support/serve-app';

/**
 * Contains requests of .NET 10's clients, recorded byte for byte, and what these clients need in the answers: WCF reads
 * a result in a wrong namespace as null, and reads a fault only if the status is 500 and the media type fits.
 */
const NAMESPACE = 'http://example.org/events';
const ENV = { SERVICE_NAMESPACE: NAMESPACE };

const ENVELOPE = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
} as const;
const CONTENT_TYPE = {
  '1.1': 'text/xml; charset=utf-8',
  '1.2': 'application/soap+xml; charset=utf-8',
} as const;
const XSI_XSD =
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

type Version = keyof typeof ENVELOPE;
const VERSIONS = ['1.1', '1.2'] as const;

const MONTH =
  '<SelectEvents xmlns="http://example.org/events"><month>1</month><year>2010</year></SelectEvents>';

/** WCF writes this envelope. It has no declaration and no Header, and declares xsi and xsd on Body. */
const wcfEnvelope = (version: Version, body: string, onBody = XSI_XSD) =>
  `<s:Envelope xmlns:s="${ENVELOPE[version]}"><s:Body${onBody}>${body}</s:Body></s:Envelope>`;

/** Writes WCF's message. `first` are the headers after Host, and `framing` are the headers after the media type. */
function wcfMessage(
  version: Version,
  operation: string,
  body: string,
  { first = '', framing = `Content-Length: ${Buffer.byteLength(body)}\r\n` } = {},
): string {
  const action = `"${NAMESPACE}/${operation}"`;
  const head = `POST /WebServices/Events.asmx HTTP/1.1\r\nHost: 127.0.0.1\r\n${first}`;
  const cache = 'Cache-Control: no-cache, max-age=0\r\n';
  const accept = 'Accept-Encoding: gzip, deflate\r\n';
  const contentType = CONTENT_TYPE[version];
  return version === '1.1'
    ? `${head}${cache}SOAPAction: ${action}\r\n${accept}Content-Type: ${contentType}\r\n${framing}\r\n${body}`
    : `${head}${cache}${accept}Content-Type: ${contentType}; action=${action}\r\n${framing}\r\n${body}`;
}

/** Returns the whole body of a successful answer. `result` is the element of the result. */
const soapAnswer = (version: Version, operation: string, result: string) =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${ENVELOPE[version]}"${XSI_XSD}>` +
  `<soap:Body><${operation}Response xmlns="${NAMESPACE}">${result}</${operation}Response></soap:Body></soap:Envelope>`;

const MONTH_RESULT = '<SelectEventsResult>SelectEvents|1|2010</SelectEventsResult>';

async function ask(pieces: readonly string[]): Promise<RawAnswer> {
  const { answers } = await converse(await serveApp(echoService(), ENV), pieces, 1);
  const [answer] = answers;
  if (answer === undefined) throw new Error('The service closed the connection without an answer.');
  return answer;
}

describe('WCF', () => {
  // If an envelope in this file has a mistake, its length differs from the recorded length.
  test.each([
    [
      'SelectEventsRanged',
      '<from>1262304000000</from><to>1264982399999</to>',
      'SelectEventsRanged|1262304000000|1264982399999',
      { '1.1': 316, '1.2': 314 },
    ],
    [
      'SelectEvent',
      '<intEventID>123</intEventID><bolAsJSON>true</bolAsJSON>',
      'SelectEvent|123|True',
      { '1.1': 309, '1.2': 307 },
    ],
    ['SelectEvents', '<month>1</month><year>2010</year>', 'SelectEvents|1|2010', { '1.1': 289, '1.2': 287 }],
  ])(
    '%s is answered in the namespace and media type that WCF reads',
    async (operation, parts, echo, lengths) => {
      for (const version of VERSIONS) {
        const body = wcfEnvelope(version, `<${operation} xmlns="${NAMESPACE}">${parts}</${operation}>`);
        expect(body.length).toBe(lengths[version]);
        const answer = await ask([wcfMessage(version, operation, body)]);
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-type')).toBe(CONTENT_TYPE[version]);
        const result = `<${operation}Result>${echo}</${operation}Result>`;
        expect(answer.body).toBe(soapAnswer(version, operation, result));
      }
    },
  );

  test('with svcutil --serializer DataContractSerializer is understood', async () => {
    const wrapper = MONTH.replace('>', ' xmlns:i="http://www.w3.org/2001/XMLSchema-instance">');
    const answer = await ask([wcfMessage('1.1', 'SelectEvents', wcfEnvelope('1.1', wrapper, ''))]);
    expect(answer.body).toBe(soapAnswer('1.1', 'SelectEvents', MONTH_RESULT));
  });

  test.each(VERSIONS)('with TransferMode.Streamed sends SOAP %s in two chunks', async (version) => {
    const body = wcfEnvelope(version, MONTH);
    const cut = body.indexOf('</s:Body>');
    const head = wcfMessage(version, 'SelectEvents', '', {
      first: 'Transfer-Encoding: chunked\r\n',
      framing: '',
    });
    const chunks = [body.slice(0, cut), body.slice(cut)].map(
      (text) => `${text.length.toString(16)}\r\n${text}\r\n`,
    );
    const answer = await ask([head, ...chunks, '0\r\n\r\n']);
    expect(answer.body).toBe(soapAnswer(version, 'SelectEvents', MONTH_RESULT));
  });

  test('with its default SOAP 1.2 binding, which adds WS-Addressing, gets a MustUnderstand fault', async () => {
    const header =
      `<s:Header><a:Action s:mustUnderstand="1">${NAMESPACE}/SelectEvents</a:Action>` +
      '<a:MessageID>urn:uuid:00000000-0000-0000-0000-000000000000</a:MessageID>' +
      '<a:ReplyTo><a:Address>http://www.w3.org/2005/08/addressing/anonymous</a:Address></a:ReplyTo>' +
      '<a:To s:mustUnderstand="1">http://127.0.0.1/WebServices/Events.asmx</a:To></s:Header>';
    const body = wcfEnvelope('1.2', MONTH)
      .replace('<s:Body', `${header}<s:Body`)
      .replace('<s:Envelope', '<s:Envelope xmlns:a="http://www.w3.org/2005/08/addressing"');
    // Only the header names the action.
    const answer = await ask([
      wcfMessage('1.2', 'SelectEvents', body).replace(`; action="${NAMESPACE}/SelectEvents"`, ''),
    ]);
    expect(answer.status).toBe(500);
    expect(answer.headers.get('content-type')).toBe(CONTENT_TYPE['1.2']);
    expect(answer.body).toContain('<soap:Value>soap:MustUnderstand</soap:Value>');
  });
});
