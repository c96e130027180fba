/** A proxy in front of a service records it, and a replay of the recording answers as the service did. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type http from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BindingName, ENDPOINT } from '../../src/contract/bindings';
import { SoapException, VisibleError } from '../../src/contract/errors';
import type { EventsPortType } from '../../src/contract/operations';
import { openForRecording, readRecordings } from '../../src/recordings/folder';
import { createProxy, requestHeaders, responseHeaders } from '../../src/recordings/proxy';
import { readAnswer } from '../../src/recordings/read-answer';
import { replayService } from '../../src/recordings/replay';
import { RemoteService } from '../../src/recordings/upstream';
import { deferred } from '../support/deferred';
import { BINDINGS, callThrough, resultOf } from '../support/four-bindings';
import { until } from '../support/limited-server';
import { answering, listening } from '../support/listening';
import { envelope, httpMessage, NAMESPACE, soapMessage, wrapper } from '../support/requests';
import { type Address, send } from '../support/send';
import { serveApp } from '../support/serve-app';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'events-replay-'));
});

/** Returns each kind of answer and fault. The requested id chooses the answer. */
const LEGACY: EventsPortType = {
  selectEventsRanged: async (from, to) => `${from}–${to} <&> é\r\n]]>`,
  async selectEvent(id) {
    if (id === 1) return null;
    if (id === 2) return '';
    if (id === 3) throw new SoapException('No <such> event.', { code: 'Client', actor: 'urn:legacy' });
    if (id === 4) throw new SoapException('Ärger & more.', { code: 'Server' });
    if (id === 7) {
      const detail = '<x:why xmlns:x="urn:x" at="7">a &amp; b\r\n</x:why> and <y xmlns="urn:y"/>';
      throw new SoapException('Why.', { code: 'Server', detail });
    }
    return 'event';
  },
  async selectEvents() {
    throw new VisibleError('The month is wrong.', { type: 'System.ArgumentException' });
  },
};

async function recording(legacy: EventsPortType | http.RequestListener = LEGACY) {
  const behind = await (typeof legacy === 'function' ? answering(legacy) : serveApp(legacy));
  const service = new RemoteService(`${behind.url}/WebServices/Events.asmx`, NAMESPACE);
  const kept = await openForRecording(folder, service);
  const warnings: string[] = [];
  const onLoss = (sentence: string) => void warnings.push(sentence);
  const options = { service, folder: kept, maxBodyBytes: 100_000, onLoss };
  return { behind, warnings, kept, proxy: await listening(createProxy(options)) };
}

async function replaying() {
  const { recordings } = await readRecordings(folder);
  return serveApp(replayService(recordings));
}

const CALLS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['SelectEventsRanged', { from: '-9223372036854775808', to: '9223372036854775807' }],
  ...['1', '2'].map((intEventID) => ['SelectEvent', { intEventID, bolAsJSON: 'true' }] as const),
  ...['3', '4', '5', '7'].map((intEventID) => ['SelectEvent', { intEventID, bolAsJSON: 'false' }] as const),
];

test.each(BINDINGS)('%s: answers pass unchanged, and are the same in a replay', async (binding) => {
  const { behind, proxy, warnings } = await recording();
  const answersOf = async (service: Address) => {
    const answers = await Promise.all(CALLS.map(([name, args]) => callThrough(binding, name, args, service)));
    return answers.map(({ status, headers, body }) => [status, headers.get('content-type'), body]);
  };
  const direct = await answersOf(behind);
  expect(await answersOf(proxy)).toEqual(direct);
  expect(warnings).toEqual([]);
  expect(await answersOf(await replaying())).toEqual(direct);
});

const read = (binding: BindingName, status: number, contentType: string, text: string) =>
  readAnswer(
    { status, headers: { 'content-type': contentType }, body: Buffer.from(text) },
    binding,
    'SelectEvent',
  );

const soap11Fault = (content: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>t</faultstring>${content}</s:Fault></s:Body></s:Envelope>`;

test.each<[string, string, string | undefined, string?]>([
  [
    'a client’s fault, with blanks around its code, behind a byte order mark',
    '\ufeff<s:Envelope xmlns:s="urn:s"><s:Body><s:Fault><faultcode>\n Client </faultcode><faultstring>t</faultstring><detail> \n</detail></s:Fault></s:Body></s:Envelope>',
    undefined,
    'Client',
  ],
  [
    'SOAP 1.2, of the same name',
    '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><s:Fault><s:Code><s:Value>s:Receiver</s:Value></s:Code><s:Reason><s:Text xml:lang="en">t</s:Text></s:Reason><s:Detail><Detail x="1"><Detail/></Detail></s:Detail></s:Fault></s:Body></s:Envelope>',
    '<Detail x="1"><Detail/></Detail>',
  ],
  ['text alone', soap11Fault('<detail>at Legacy.cs:7 &lt;x&gt;</detail>'), 'at Legacy.cs:7 &lt;x&gt;'],
  ['none', soap11Fault('<detail />'), undefined],
])("a fault's detail is kept unchanged: %s", (_name, body, detail, code = 'Server') => {
  expect(read('soap11', 500, 'text/xml', body)).toEqual({
    fault: { code, text: 't', ...(detail === undefined ? {} : { detail }) },
  });
});

test("a fault's text of GET and POST is read as HTML, and references that name no character are unchanged", () => {
  const text = 'a &lt;b&gt; &amp;lt; &quot;&#39;&#233;&#128512; &#99999999; &#1114112; &nbsp;\r\n';
  for (const type of ['Text/Plain; charset=utf-8', 'text/plain ; charset=utf-8'])
    expect(read('httpget', 500, type, text)).toEqual({
      fault: { code: 'Server', text: 'a <b> &lt; "\'é😀 &#99999999; &#1114112; &nbsp;' },
    });
  // ASMX ends the text with one line end. Anything before it belongs to the fault.
  const padded = read('httppost', 500, 'text/plain', ' a \r\n\r\n');
  expect(padded).toEqual({ fault: { code: 'Server', text: ' a \r\n' } });
});

const soapBody = (content: string) => `<s:Envelope xmlns:s="urn:s"><s:Body>${content}</s:Body></s:Envelope>`;
const soapResult = (attribute: string, content = '') =>
  soapBody(
    `<SelectEventResponse><SelectEventResult${attribute}>${content}</SelectEventResult></SelectEventResponse>`,
  );
const soapFault = (code: string) =>
  soapBody(`<s:Fault><faultcode>${code}</faultcode><faultstring>t</faultstring></s:Fault>`);

test.each([
  ['httpget', 200, 'text/plain', 'a'],
  ['httppost', 500, 'text/xml', '<string>a</string>'],
  ['httpget', 200, 'text/html', '<string>a</string>'],
  ['httpget', 200, 'text/xml', '<string><Event>a</Event></string>'],
  ['httpget', 200, 'text/xml', '<string>a</string><string>b</string>'],
  ['httpget', 200, 'text/xml', '<string>a</string>Server error'],
  ['httpget', 200, 'text/xml', 'Warning<string>a</string>'],
  ['soap11', 500, 'text/plain', 'a'],
  ['soap11', 200, 'text/xml', soapBody('')],
  ['soap11', 200, 'text/xml', soapResult('', 'a<Event>b</Event>')],
  ['soap11', 200, 'text/xml', soapBody('<SelectEventResponse/><SelectEventResponse/>')],
  ['soap11', 500, 'text/xml', soapResult('', 'a')],
  ['soap11', 302, 'text/xml', soapResult('', 'a')],
  ['soap12', 503, 'application/soap+xml', soapFault('s:Server')],
  ['soap11', 200, 'application/soap+xml', soapResult('', 'a')],
  ['soap12', 200, 'text/xml', soapResult('', 'a')],
  ['soap11', 500, 'text/xml', soapFault('s:NoEvent')],
] as const)('by %s, the status %i with %s is no answer to keep: %s', (binding, status, contentType, text) => {
  expect(read(binding, status, contentType, text)).toBeUndefined();
});

test.each([
  ['httpget', 'text/xml', '<!-- a --><string xmlns:i="urn:i" i:nil="1"/>\r\n<!-- b -->', { result: null }],
  ['soap11', 'text/xml', soapResult(' xmlns:i="urn:i" i:nil="true"'), { result: null }],
  ['soap12', 'application/soap+xml', soapResult(' xmlns:i="urn:i" i:nil="false"'), { result: '' }],
  ['soap12', 'application/soap+xml', soapBody('<SelectEventResponse />'), { result: null }],
  // Clients also read a fault with the status 200.
  ['soap11', 'text/xml', soapFault('s:Server'), { fault: { code: 'Server', text: 't' } }],
] as const)('by %s, the status 200 with %s is read: %s is %j', (binding, contentType, text, answer) => {
  expect(read(binding, 200, contentType, text)).toEqual(answer);
});

test('calls with the same meaning are kept once, in a readable file that answers them through any binding', async () => {
  const { proxy } = await recording();
  const args = { from: '5', to: '9' };
  for (const binding of BINDINGS) await callThrough(binding, 'SelectEventsRanged', args, proxy);
  const otherBytes = envelope(
    '1.1',
    `<!-- generated anew --><q:SelectEventsRanged xmlns:q="${NAMESPACE}">\n<q:to>9</q:to><q:from> +5 </q:from></q:SelectEventsRanged>`,
  );
  const request = soapMessage('1.1', 'SelectEventsRanged', otherBytes);
  await send(request, proxy);
  expect(readdirSync(folder).sort()).toEqual(['SelectEventsRanged_5_9.json', 'source.json']);
  const kept = { operation: 'SelectEventsRanged', arguments: args, bindings: BINDINGS };
  const file = readFileSync(path.join(folder, 'SelectEventsRanged_5_9.json'), 'utf8');
  expect(file).toBe(`${JSON.stringify({ ...kept, result: '5–9 <&> é\r\n]]>' }, null, 2)}\n`);
  const replay = await replaying();
  expect(resultOf('soap11', await send(request, replay))).toBe('5–9 <&> é\r\n]]>');
});

test('a new answer replaces the earlier one and its bindings, and a warning names those that got only the earlier', async () => {
  let answers = 0;
  const { proxy, warnings } = await recording({
    ...LEGACY,
    selectEventsRanged: async () => `answer ${++answers}`,
  });
  for (const binding of ['soap11', 'httpget', 'httpget'] as const)
    await callThrough(binding, 'SelectEventsRanged', { from: '5', to: '9' }, proxy);
  const { recordings } = await readRecordings(folder);
  expect([...recordings.values()]).toMatchObject([{ bindings: ['httpget'], answer: { result: 'answer 3' } }]);
  expect(warnings).toEqual([
    'SelectEventsRanged(from=5, to=9) is not recorded by soap11: httpget got another answer, which replaces it.',
  ]);
});

test('refused requests and pages pass unchanged and unrecorded, and documents name the proxy', async () => {
  let address = '';
  const { behind, proxy, kept } = await recording({ ...LEGACY, selectEventsRanged: async () => address });
  address = `${behind.url}/WebServices/Events.asmx`;
  const get = (rest: string, Host = new URL(proxy.url).host) =>
    send(httpMessage(`GET /WebServices/Events.asmx${rest} HTTP/1.1`, { Host }), proxy);
  expect((await get('/SelectEvent?intEventID=x&bolAsJSON=true')).status).toBe(500);
  const wsdl = (await get('?WSDL')).body;
  expect(wsdl.match(/location="http[^"]+"/g)).toEqual(
    Array(4).fill(`location="${proxy.url}/WebServices/Events.asmx"`),
  );
  // With a longer name of the proxy the document has another length.
  const named = await get('?WSDL', 'a-longer-name-of-the-proxy.example:8080');
  expect(named.body).toMatch(/a-longer-name-of-the-proxy\.example:8080.*<\/wsdl:definitions>$/s);
  const help = (await get('?op=SelectEvents')).body;
  expect([help.includes(proxy.url), help.includes(behind.url)]).toEqual([true, false]);
  expect(kept.added).toBe(0);
  await expect(readRecordings(folder)).rejects.toThrow(/contains no recorded calls: record some/);
  expect((await get('/SelectEventsRanged?from=1&to=2')).body).toContain(address);
});

test('an answer of an unknown shape passes with a warning and is not kept', async () => {
  const { proxy, warnings, kept } = await recording(({ headers }, response) =>
    response
      .writeHead(200, { 'Content-Type': 'Text/HTML' })
      .end(`<p>http://${headers.host}/WebServices/Events.asmx is down – for maintenance<br>`),
  );
  const answer = await callThrough('soap12', 'SelectEvents', { month: '1', year: '2026' }, proxy);
  expect([answer.status, answer.body.includes(proxy.url)]).toEqual([200, false]);
  const help = httpMessage('GET /WebServices/Events.asmx HTTP/1.1', { Host: new URL(proxy.url).host });
  expect((await send(help, proxy)).body).toContain(`<p>${proxy.url}/WebServices/Events.asmx is down – for`);
  expect(warnings).toEqual([
    'SelectEvents(month=1, year=2026) is not recorded: the answer, with status 200 (Text/HTML), has no result or fault that clients of soap12 can read.',
  ]);
  expect(kept.added).toBe(0);
});

test('a service that breaks off in the middle of an answer counts as one that did not answer', async () => {
  const { proxy, warnings } = await recording((request, response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('<');
    setImmediate(() => request.socket.destroy());
  });
  const answer = await callThrough('httpget', 'SelectEvents', { month: '1', year: '2026' }, proxy);
  expect(answer.status).toBe(502);
  expect(warnings).toEqual([expect.stringMatching(/^GET .* is not recorded: http.* failed: /)]);
});

test('a request is passed on without the headers of its connection, and its answer is not compressed', async () => {
  let got: http.IncomingHttpHeaders = {};
  const { proxy } = await recording(({ headers }, response) => {
    got = headers;
    response.end();
  });
  const sent = { 'X-Kept': '1', 'Accept-Encoding': 'gzip', 'Proxy-Authorization': 'Basic eA==' };
  await fetch(`${proxy.url}${ENDPOINT}`, { headers: sent });
  expect(got).toMatchObject({ 'x-kept': '1', 'accept-encoding': 'identity' });
  expect(got).not.toHaveProperty('proxy-authorization');
});

test('an answer keeps the words of its status, and to HEAD the length that the service gave', async () => {
  const { proxy } = await recording((_request, response) =>
    response.writeHead(200, 'All Right', { 'Content-Length': 7 }).end(),
  );
  const { statusText, headers } = await fetch(`${proxy.url}${ENDPOINT}?WSDL`, { method: 'HEAD' });
  expect([statusText, headers.get('content-length')]).toEqual(['All Right', '7']);
});

test('a path that is not the service’s is not passed on', async () => {
  const { proxy, warnings } = await recording();
  const { status, body } = await send(httpMessage('GET /other HTTP/1.1', { Host: 'h' }), proxy);
  expect([status, body, warnings]).toEqual([404, 'Only /WebServices/Events.asmx is recorded.\n', []]);
});

test('a client that disconnects in the middle of a request loses it, which a warning says', async () => {
  const { proxy, warnings } = await recording();
  const socket = connect(proxy.port, '127.0.0.1');
  socket.write(`POST ${ENDPOINT} HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\nx`);
  await once(socket, 'data');
  socket.destroy();
  while (warnings.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([expect.stringMatching(/^POST .* is not recorded: its client disconnected/)]);
});

test('calls that the service answers late do not hold up other calls', async () => {
  const late = deferred<string>();
  let waiting = 0;
  const { proxy, kept } = await recording({
    ...LEGACY,
    selectEventsRanged: () => {
      waiting++;
      return late.promise;
    },
  });
  const ranges = Array.from({ length: 100 }, (_, at) =>
    callThrough('httpget', 'SelectEventsRanged', { from: '1', to: `${at + 1}` }, proxy),
  );
  await until(() => waiting === 100);
  const event = await callThrough('httpget', 'SelectEvent', { intEventID: '5', bolAsJSON: 'true' }, proxy);
  expect([resultOf('httpget', event), kept.added]).toEqual(['event', 1]);
  late.resolve('[]');
  await Promise.all(ranges);
  expect(kept.added).toBe(101);
});

test('a call whose client does not wait for its answer also ends at the service, and a warning says so', async () => {
  let ended: Promise<unknown> | undefined;
  const { proxy, warnings } = await recording(({ socket }) => {
    ended = once(socket, 'close');
  });
  const client = new AbortController();
  const call = fetch(`${proxy.url}${ENDPOINT}/SelectEvent?intEventID=5`, { signal: client.signal });
  await until(() => ended !== undefined);
  client.abort();
  await expect(call).rejects.toThrow();
  await ended;
  await until(() => warnings.length > 0);
  const sentence = 'is not recorded: its client disconnected before the answer.';
  expect(warnings).toEqual([`GET ${ENDPOINT}/SelectEvent?intEventID=5 ${sentence}`]);
});

test('a request that is too long is refused, and is not recorded', async () => {
  const { proxy, warnings } = await recording();
  // The client has not sent the whole request yet.
  const head =
    'POST /WebServices/Events.asmx/SelectEvents HTTP/1.1\r\nHost: h\r\nContent-Length: 200000\r\n\r\n';
  const { status, headers, body } = await send(Buffer.from(head + 'x'.repeat(100_001)), proxy);
  expect([status, headers.get('connection')]).toEqual([413, 'close']);
  expect(body).toContain('The request is longer than 100000 bytes.\n');
  await callThrough('httpget', 'SelectEvent', { intEventID: '5', bolAsJSON: 'true' }, proxy);
  expect(warnings).toEqual([expect.stringContaining('it is longer than MAX_BODY_BYTES=100000.')]);
});

test('if the folder fails, the client still gets the answer, and the call is saved later', async () => {
  const { proxy, warnings, kept } = await recording();
  const call = async () =>
    (await callThrough('httpget', 'SelectEvent', { intEventID: '5', bolAsJSON: 'true' }, proxy)).status;
  const inTheWay = path.join(folder, 'SelectEvent_5_true.json');
  mkdirSync(inTheWay);
  expect([await call(), kept.added, readdirSync(folder).length]).toEqual([200, 0, 2]);
  const reason = /is not recorded: The folder .* can't be used: it is a folder\./;
  expect(warnings).toEqual([expect.stringMatching(reason)]);
  rmSync(inTheWay, { recursive: true });
  expect([await call(), kept.added, readdirSync(folder).length]).toEqual([200, 1, 2]);
});

test.each([
  ['/WebServices/./Events.asmx?wsdl', '/WebServices/Events.asmx?wsdl'],
  [`/WebServices/Events.asmx/a'?b='"<>|`, `/WebServices/Events.asmx/a'?b='"<>|`],
  ['/x/../WebServices/events.ASMX/a%20b?c=%20d', '/WebServices/Events.asmx/a%20b?c=%20d'],
])('%s is sent to the service as %s', async (asked, expected) => {
  const seen: (string | undefined)[] = [];
  const { proxy } = await recording((request, response) => {
    seen.push(request.url);
    response.end();
  });
  await send(Buffer.from(`GET ${asked} HTTP/1.1\r\nHost: h\r\n\r\n`), proxy);
  expect(seen).toEqual([expected]);
});

test('a wrapper is read as a call only if its namespace is that of the service', async () => {
  const { proxy, kept } = await recording();
  const body = wrapper('SelectEvent', '<intEventID>5</intEventID>').replace(NAMESPACE, 'urn:other');
  await send(soapMessage('1.1', 'SelectEvent', envelope('1.1', body)), proxy);
  expect(kept.added).toBe(1);
});

test('a folder is created with its parents, and an error says that none can be created', async () => {
  const source = { address: 'http://a/Events.asmx', namespace: NAMESPACE };
  const deep = path.join(folder, 'a', 'b');
  for (let time = 0; time < 2; time++) await openForRecording(deep, source);
  expect(readdirSync(deep)).toEqual(['source.json']);
  const file = path.join(deep, 'source.json');
  await expect(openForRecording(file, source)).rejects.toThrow(`${file} can't be used: a file has its name.`);
  const below = path.join(file, 'c');
  await expect(openForRecording(below, source)).rejects.toThrow(
    "can't be used: a part of its path is a file.",
  );
  // No folder can be created in /proc. Node's recursive `mkdir` would never return.
  const failed = expect(openForRecording('/proc/recorded', source)).rejects;
  await failed.toThrow(/\/proc\/recorded can't be used: /);
});

test('headers that Connection names are not forwarded in either direction (RFC 9110 7.6.1)', () => {
  const hops =
    'keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade expect';
  const others = { connection: 'close, X-Hop', 'x-hop': '1', 'x-kept': '2', host: 'h' };
  const headers = { ...others, ...Object.fromEntries(hops.split(' ').map((name) => [name, 'x'])) };
  expect(requestHeaders(headers)).toEqual({ 'x-kept': '2', 'accept-encoding': 'identity' });
  expect(responseHeaders(headers)).toEqual({ 'x-kept': '2', host: 'h' });
});
