import { echoService } from '../support/echo-service';
import { converse, type RawAnswer } from '../support/raw-http';
import { serveApp } from '../support/serve-app';

/**
 * Requests as .NET 10's clients send them, recorded byte for byte, and what those clients need of the answers: WCF
 * reads a result in a wrong namespace as null, and a fault only where the status is 500 and the media type its own.
 */
const NAMESPACE = 'http://example.org/events';
const ENV = { SERVICE_NAMESPACE: NAMESPACE };

const SOAP_11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope';
const XSI_XSD =
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

interface Dialect {
  readonly envelope: string;
  readonly contentType: string;
}

const DIALECTS: Readonly<Record<'1.1' | '1.2', Dialect>> = {
  '1.1': { envelope: SOAP_11, contentType: 'text/xml; charset=utf-8' },
  '1.2': { envelope: SOAP_12, contentType: 'application/soap+xml; charset=utf-8' },
};
type Version = keyof typeof DIALECTS;
const VERSIONS = ['1.1', '1.2'] as const;

const MONTH =
  '<SelectEvents xmlns="http://example.org/events"><month>1</month><year>2010</year></SelectEvents>';

/** WCF writes this envelope: no declaration, no Header, xsi and xsd on Body. */
const wcfEnvelope = (version: Version, body: string, onBody = XSI_XSD) =>
  `<s:Envelope xmlns:s="${DIALECTS[version].envelope}"><s:Body${onBody}>${body}</s:Body></s:Envelope>`;

/** Makes WCF's message. `framing` are the headers after the media type, `first` those after Host. */
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
  const { contentType } = DIALECTS[version];
  return version === '1.1'
    ? `${head}${cache}SOAPAction: ${action}\r\n${accept}Content-Type: ${contentType}\r\n${framing}\r\n${body}`
    : `${head}${cache}${accept}Content-Type: ${contentType}; action=${action}\r\n${framing}\r\n${body}`;
}

/** Makes HttpClient's message: Host and the headers of the content, nothing else. */
function httpClientMessage(target: string, headers: readonly string[], body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  const lines = [`POST ${target} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, `Content-Length: ${bytes.length}`];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]);
}

/** The whole body of a successful answer. `result` is the element. */
const soapAnswer = (version: Version, operation: string, result: string) =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${DIALECTS[version].envelope}"${XSI_XSD}>` +
  `<soap:Body><${operation}Response xmlns="${NAMESPACE}">${result}</${operation}Response></soap:Body></soap:Envelope>`;

const MONTH_RESULT = '<SelectEventsResult>SelectEvents|1|2010</SelectEventsResult>';

async function ask(pieces: readonly (string | Buffer)[]): Promise<RawAnswer> {
  const { answers } = await converse(await serveApp(echoService(), ENV), pieces, 1);
  const [answer] = answers;
  if (answer === undefined) throw new Error('The service closed the connection without an answer.');
  return answer;
}

describe('WCF', () => {
  // The lengths are those of the record: a slip in the envelopes here would show.
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
    '%s is answered in the namespace and media type that it reads',
    async (operation, parts, echo, lengths) => {
      for (const version of VERSIONS) {
        const body = wcfEnvelope(version, `<${operation} xmlns="${NAMESPACE}">${parts}</${operation}>`);
        expect(body.length).toBe(lengths[version]);
        const answer = await ask([wcfMessage(version, operation, body)]);
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-type')).toBe(DIALECTS[version].contentType);
        const result = `<${operation}Result>${echo}</${operation}Result>`;
        expect(answer.body).toBe(soapAnswer(version, operation, result));
      }
    },
  );

  test.each([
    [
      'svcutil --serializer DataContractSerializer',
      wcfEnvelope('1.1', MONTH.replace('>', ' xmlns:i="http://www.w3.org/2001/XMLSchema-instance">'), ''),
    ],
    ['[DataContractFormat]', wcfEnvelope('1.1', MONTH, '')],
  ])('with %s is understood', async (_name, body) => {
    const answer = await ask([wcfMessage('1.1', 'SelectEvents', body)]);
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

  test('with basic credentials waits for 100 Continue and is not asked to authenticate', async () => {
    const body = wcfEnvelope('1.1', MONTH);
    const message = wcfMessage('1.1', 'SelectEvents', body, { first: 'Expect: 100-continue\r\n' });
    const head = message.slice(0, -body.length);
    const address = await serveApp(echoService(), ENV);
    const waiting = await converse(address, [head], 1);
    expect(waiting.answers.map(({ status }) => status)).toEqual([100]);
    const { answers } = await converse(address, [head, body], 2);
    expect(answers.map(({ status }) => status)).toEqual([100, 200]);
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
    // The action is in the header only.
    const answer = await ask([
      wcfMessage('1.2', 'SelectEvents', body).replace(`; action="${NAMESPACE}/SelectEvents"`, ''),
    ]);
    expect(answer.status).toBe(500);
    expect(answer.headers.get('content-type')).toBe(DIALECTS['1.2'].contentType);
    expect(answer.body).toContain('<soap:Value>soap:MustUnderstand</soap:Value>');
  });

  test('whose parameters are strings leaves out null, which is 0, and writes "" empty, which is a fault', async () => {
    const leftOut = MONTH.replace('<month>1</month>', '');
    const empty = MONTH.replace('<month>1</month>', '<month/>');
    const answer = await ask([wcfMessage('1.1', 'SelectEvents', wcfEnvelope('1.1', leftOut))]);
    expect(answer.body).toContain('>SelectEvents|0|2010<');
    const refused = await ask([wcfMessage('1.1', 'SelectEvents', wcfEnvelope('1.1', empty))]);
    expect(refused.status).toBe(500);
    expect(refused.body).toContain('<faultcode>soap:Client</faultcode>');
  });
});

describe('HttpClient', () => {
  const TARGET = '/WebServices/Events.asmx';
  const ACTION = `SOAPAction: "${NAMESPACE}/SelectEvents"`;
  const XML = 'Content-Type: text/xml; charset=utf-8';
  const ENVELOPE_11 = wcfEnvelope('1.1', MONTH);
  const ENVELOPE_12 = wcfEnvelope('1.2', MONTH);
  /** XmlSerializer writes this form: indented, with Envelope in the default namespace. */
  const serialized = (declaration: string) =>
    `${declaration}\n<Envelope${XSI_XSD} xmlns="${SOAP_11}">\n  <Body>\n    <SelectEvents xmlns="${NAMESPACE}">\n` +
    '      <month>1</month>\n      <year>2010</year>\n    </SelectEvents>\n  </Body>\n</Envelope>';
  const UTF_8 = '<?xml version="1.0" encoding="utf-8"?>';
  const UTF_16 = '<?xml version="1.0" encoding="utf-16"?>';

  test.each([
    ['an envelope from a StringWriter, which declares utf-16', [XML, ACTION], serialized(UTF_16)],
    ['an envelope from a StreamWriter, which begins with a BOM', [XML, ACTION], `\uFEFF${serialized(UTF_8)}`],
    [
      'an envelope in Encoding.Unicode',
      ['Content-Type: text/xml; charset=utf-16', ACTION],
      Buffer.from(serialized(UTF_16), 'utf16le'),
    ],
    ['a media type without charset', ['Content-Type: text/xml', ACTION], ENVELOPE_11],
    ['a SOAPAction without quotes', [XML, ACTION.replaceAll('"', '')], ENVELOPE_11],
    [
      'SOAP 1.2 with a quoted action',
      [`Content-Type: application/soap+xml; charset=utf-8; action="${NAMESPACE}/SelectEvents"`],
      ENVELOPE_12,
    ],
    [
      'SOAP 1.2 with an action without quotes',
      [`Content-Type: application/soap+xml; charset=utf-8; action=${NAMESPACE}/SelectEvents`],
      ENVELOPE_12,
    ],
  ])('sends %s', async (_name, headers, body) => {
    const answer = await ask([httpClientMessage(TARGET, headers, body)]);
    const version = body === ENVELOPE_12 ? '1.2' : '1.1';
    expect(answer.body).toBe(soapAnswer(version, 'SelectEvents', MONTH_RESULT));
  });
});

test('dotnet-svcutil finds the WSDL', async () => {
  const answer = await ask([
    'GET /WebServices/Events.asmx?wsdl HTTP/1.1\r\nHost: 127.0.0.1\r\n' +
      'User-Agent: Mozilla/4.0 (compatible; MSIE 6.0; MS Web Services Client Protocol 10.0.12)\r\n' +
      'Connection: Keep-Alive\r\n\r\n',
  ]);
  expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
  expect(answer.body).toContain(`targetNamespace="${NAMESPACE}"`);
});
