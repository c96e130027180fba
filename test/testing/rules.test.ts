/** Clients of each binding see the effects of rules, rules match the right calls, and wrong rules are refused. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { Request, Response } from 'express';
import { BINDINGS, type BindingName } from '../../src/contract/bindings';
import { Exchange } from '../../src/testing/exchange/exchange';
import { TestMemory } from '../../src/testing/memory';
import { actOnCall, sendByRule } from '../../src/testing/rules/act';
import { Rules } from '../../src/testing/rules/rules';
import type { NewRule } from '../../src/testing/schema/rules';
import { requestThrough } from '../support/four-bindings';
import { until } from '../support/limited-server';
import { listening } from '../support/listening';
import { type Controlled, ENDPOINT, keepAlive, startTestControl, titlesAt } from './support';

const NAMES = BINDINGS.map(({ name }) => name);
const MARCH_ARGUMENTS = { month: '3', year: '2026' };

/** Returns the answer, and the code of the socket's error unless the server closed the connection normally. */
async function seenBy(url: string, request: Buffer | string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  let error: string | undefined;
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', (reason: NodeJS.ErrnoException) => {
    error = reason.code;
  });
  socket.write(request);
  await once(socket, 'close').catch(() => {});
  const [head = '', ...body] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: body.join('\r\n\r\n'), error };
}

const lengthIn = ({ head }: { readonly head: string }) => Number(/Content-Length: (\d+)/.exec(head)?.[1]);

const through = ({ url }: Controlled, binding: BindingName, args: Record<string, string> = MARCH_ARGUMENTS) =>
  seenBy(url, requestThrough(binding, 'SelectEvents', args));

async function withRule(rule: NewRule, env = {}): Promise<Controlled> {
  const controlled = await startTestControl(env);
  expect((await controlled.api('POST', '/rules', rule)).json).toMatchObject({ id: '1', used: 0 });
  return controlled;
}

test('a fault has the shape of the binding that was used', async () => {
  const detail = "<x xmlns='urn:y'>1</x>";
  const fault = { code: 'Server', text: 'on <demand>', actor: 'urn:x', detail } as const;
  const controlled = await withRule({ then: { fault } });
  const [soap11, soap12, get, post] = await Promise.all(NAMES.map((name) => through(controlled, name)));
  expect(soap11?.status).toBe(500);
  expect(soap11?.body).toContain(
    `<soap:Fault><faultcode>soap:Server</faultcode><faultstring>on &lt;demand&gt;</faultstring><faultactor>urn:x</faultactor><detail>${detail}</detail></soap:Fault>`,
  );
  expect(soap12?.body).toContain('<soap:Value>soap:Receiver</soap:Value>');
  expect(soap12?.body).toContain(`<soap:Node>urn:x</soap:Node><soap:Detail>${detail}</soap:Detail>`);
  for (const seen of [get, post]) expect(seen).toMatchObject({ status: 500, body: 'on &lt;demand&gt;\r\n' });
  expect((await controlled.journal()).map(({ outcome, rule }) => [outcome, rule])).toEqual(
    Array(4).fill(['fault', '1']),
  );
});

test.each(NAMES)(
  'by %s the result of a rule replaces that of the service, and null is left out',
  async (binding) => {
    const controlled = await withRule({ times: 1, then: { result: 'a & b' } });
    await controlled.api('POST', '/rules', { then: { result: null } });
    expect((await through(controlled, binding)).body).toContain('>a &amp; b<');
    const { status, body } = await through(controlled, binding);
    expect(status).toBe(200);
    expect(body).not.toContain('Result>');
  },
);

test('a rule’s status, headers and body replace the answer, also in the journal, and the service is not called', async () => {
  const headers = { 'Retry-After': '7', 'X-Own': 'é', Note: 'a: b: c' };
  const then = { status: 429, headers, body: 'slöw down' };
  const controlled = await withRule({ then }, { CORS_ORIGINS: 'https://intranet.example' });
  const { status, head, body } = await through(controlled, 'soap12');
  expect([status, body]).toEqual([429, 'slöw down']);
  // A page of another site must be able to read the answer.
  expect(head).toContain('Vary: Origin\r\n');
  expect(head).toContain('Retry-After: 7\r\n');
  expect(head).toContain('Content-Length: 10');
  expect(head).not.toContain('Cache-Control');
  const response = { headers: { note: 'a: b: c' } };
  expect(await controlled.journal()).toMatchObject([
    { outcome: 'error', status: 429, operation: 'SelectEvents', response },
  ]);
});

test('cut sends the first bytes of the answer and then resets the connection', async () => {
  const controlled = await withRule({ then: { cut: 40 } });
  // Each letter of this title is two bytes.
  await controlled.api('PUT', '/events', [{ title: 'é'.repeat(50), start: '2026-03-01' }]);
  const seen = await through(controlled, 'soap11');
  expect(seen).toMatchObject({ status: 200 });
  expect(seen.body).toHaveLength(40);
  const whole = lengthIn(seen);
  expect(whole).toBeGreaterThan(40);
  expect((await controlled.journal())[0]?.response.body).toBe(seen.body);
  for (const [cut, error] of [[whole - 1, 'ECONNRESET'], [whole, 'ECONNRESET'], [whole + 1]] as const) {
    await controlled.api('PUT', '/rules/1', { then: { cut } });
    const { error: given, body } = await through(controlled, 'soap11');
    expect([given, Buffer.byteLength(body)]).toEqual([error, Math.min(cut, whole)]);
  }
});

test('an answer that is shorter than cut is sent whole, and its connection stays open', async () => {
  const controlled = await withRule({ then: { cut: 100_000 } });
  const { get, close } = keepAlive(controlled.url);
  expect(await get()).toContain('Event 3');
  expect(await controlled.journal()).toHaveLength(1);
  expect(await get()).toContain('Event 3');
  close();
});

test('reset resets the connection before the answer, or after its headers', async () => {
  const controlled = await withRule({ times: 1, then: { reset: 'before' } });
  await controlled.api('POST', '/rules', { then: { reset: 'after-headers' } });
  expect(await through(controlled, 'httppost')).toMatchObject({ head: '', body: '', error: 'ECONNRESET' });
  expect(await through(controlled, 'httppost')).toMatchObject({ status: 200, body: '' });
  expect((await controlled.journal()).map(({ status }) => status)).toEqual([null, 200]);
});

test('a reset before a pipelined answer comes after the answers ahead of it', async () => {
  const controlled = await withRule({ when: { operation: 'SelectEvent' }, then: { reset: 'before' } });
  const get = (call: string) => `GET ${ENDPOINT}/${call} HTTP/1.1\r\nHost: h\r\n\r\n`;
  const pipelined = get('SelectEvents?month=3&year=2026') + get('SelectEvent?intEventID=1&bolAsJSON=true');
  const seen = await seenBy(controlled.url, pipelined);
  expect(seen).toMatchObject({ status: 200, error: 'ECONNRESET' });
  expect(seen.body).toHaveLength(lengthIn(seen));
});

test('a delay comes before the answer, also before that of a refused request', async () => {
  const then = { delay: { ms: 40 } };
  const controlled = await withRule({ then });
  await controlled.api('POST', '/rules', { when: { refused: true }, then });
  const waits = jest.spyOn(AbortSignal, 'timeout');
  for (const month of ['3', 'x']) await through(controlled, 'httpget', { month, year: '2026' });
  expect(waits.mock.calls).toEqual([[40], [40]]);
  waits.mockRestore();
  const entries = await controlled.journal();
  expect(entries.map(({ outcome }) => outcome)).toEqual(['ok', 'refused']);
  for (const { ms } of entries) expect(ms).toBeGreaterThan(39);
});

const HELD = {
  reply: { status: 200, contentType: 'text/plain', cacheControl: 'private', body: 'x'.repeat(1_000) },
  send: async () => {},
  namespace: 'urn:x',
};
const LONG_DELAY = { delay: { ms: 600_000 } };

// An action that does not end keeps the whole answer in memory. A slow answer would do so for days.
test.each<[string, (exchange: Exchange) => Promise<unknown>]>([
  ['a slow answer', (exchange) => sendByRule({ trickle: 1 }, exchange, HELD)],
  ['the delay of a call', (exchange) => actOnCall(LONG_DELAY, exchange, async () => 'late')],
  [
    'the delay of a refused request',
    (exchange) => sendByRule(LONG_DELAY, Object.assign(exchange, { outcome: 'refused' }), HELD),
  ],
])('%s ends when its client leaves, even if the answer waits behind another answer', async (_what, act) => {
  const acting: Promise<unknown>[] = [];
  const server = createServer((request, response) => {
    acting.push(act(new Exchange(request as Request, response as Response, () => {})));
    if (acting.length === 2) client.destroy();
  });
  const { port } = await listening(server);
  const client = connect(port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n'.repeat(2));
  await until(() => acting.length === 2);
  await expect(Promise.all(acting)).resolves.not.toThrow();
});

const UNAVAILABLE = {
  status: 503,
  head: expect.stringContaining('Retry-After: 1'),
  body: 'The event database is not available at the moment.\r\n',
};

const containing = (text: string) => expect.stringContaining(text);
const soap12Type = containing('Content-Type: application/soap+xml; charset=utf-8');
const soap11Type = containing('Content-Type: text/xml; charset=utf-8');
const soap12Body = containing('xmlns:soap="http://www.w3.org/2003/05/soap-envelope"');
const soap11Body = containing('xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"');
const htmlType = containing('Content-Type: text/html; charset=utf-8');
const wrongNamespace = containing('<SelectEventsResponse xmlns="urn:wrong">');
const WRONG_VERSION = { malformed: 'wrong-version' } as const;
const SOAP12_OR_GET: NewRule['when'] = { binding: ['soap12', 'httpget'] };

test.each<[NewRule['then'], BindingName, string, object, NewRule['when']?]>([
  [{ trickle: 4000 }, 'httpget', 'ok', { status: 200, body: expect.stringContaining('Event 3') }],
  [{ result: '' }, 'httpget', 'ok', { status: 200, body: expect.not.stringContaining('Event') }],
  [{ status: 399 }, 'httpget', 'ok', { status: 399, body: '' }],
  [{ status: 400, body: 'no' }, 'httpget', 'error', { status: 400, body: 'no' }],
  [{ unavailable: true }, 'httpget', 'error', UNAVAILABLE],
  [{ unavailable: true }, 'soap11', 'error', { status: 500, body: expect.stringContaining('soap:Server') }],
  [{ malformed: 'truncated' }, 'soap11', 'ok', { body: expect.not.stringContaining('</soap:Envelope>') }],
  [{ malformed: 'unescaped' }, 'soap11', 'ok', { body: containing(' & < </SelectEventsResult>') }],
  [WRONG_VERSION, 'soap11', 'ok', { head: soap12Type, body: soap12Body }],
  [WRONG_VERSION, 'soap12', 'ok', { head: soap11Type, body: soap11Body }, SOAP12_OR_GET],
  [{ malformed: 'wrong-content-type' }, 'soap11', 'ok', { head: htmlType }],
  [{ malformed: 'wrong-namespace' }, 'soap11', 'ok', { body: wrongNamespace }],
])(
  '%j changes the answer to %s as it says, and the journal has the answer as %s',
  async (then, binding, outcome, expected, when = {}) => {
    const controlled = await withRule({ when, then });
    const seen = await through(controlled, binding);
    expect(seen).toMatchObject(expected);
    expect(Buffer.byteLength(seen.body)).toBe(lengthIn(seen));
    const { status, body } = seen;
    expect(await controlled.journal()).toMatchObject([{ outcome, status, response: { body } }]);
  },
);

test.each([{ trickle: 1_000_000_000 }, { malformed: 'wrong-content-type' }] as const)(
  '%j leaves nothing of a long answer out',
  async (then) => {
    const controlled = await withRule({ then });
    const title = 'x'.repeat(100_000);
    await controlled.api('PUT', '/events', [{ title, start: '2026-03-05T09:00:00Z' }]);
    const { body } = await through(controlled, 'soap11');
    expect(body).toContain(title);
    expect(body).toContain('</soap:Envelope>');
  },
);

test('a slow answer pauses only between its parts, so that the journal has it as soon as its client has it', async () => {
  const controlled = await withRule({ then: { trickle: 1_000 } });
  await controlled.api('DELETE', '/events');
  const waits = jest.spyOn(AbortSignal, 'timeout');
  const { body } = await through(controlled, 'httpget');
  expect(body).toMatch(/>\[\]<\/string>$/);
  // The service sends 50 bytes at a time.
  expect(waits.mock.calls).toEqual(Array(Math.ceil(body.length / 50) - 1).fill([50]));
  waits.mockRestore();
});

test('after and times limit the calls to which a rule applies, and the next rule answers the others', async () => {
  const controlled = await withRule({ after: 1, times: 2, then: { result: 'first' } });
  await controlled.api('POST', '/rules', { times: 1, then: { result: 'second' } });
  const answers: string[] = [];
  for (let n = 0; n < 5; n++)
    answers.push((await through(controlled, 'httpget')).body.replace(/^.*>(?=.*<)|<.*$/gs, ''));
  const short = answers.map((text) => (text.length > 10 ? 'events' : text));
  expect(short).toEqual(['second', 'first', 'first', 'events', 'events']);
  expect((await controlled.api('GET', '/rules')).json).toMatchObject([{ used: 2 }, { used: 1 }]);
});

test('a rule applies to the operations, bindings and typed arguments that it names', async () => {
  const when = {
    operation: ['SelectEvents', 'SelectEvent'],
    binding: ['soap11', 'httpget'],
    arguments: { month: { from: 3, to: '4' }, year: { in: [2026, 2027] } },
  } as const;
  const controlled = await withRule({ when, then: { result: 'hit' } });
  const isHit = async (binding: BindingName, month: string, year: string) =>
    (await through(controlled, binding, { month, year })).body.includes('>hit<');
  expect(await isHit('soap11', '3', '2026')).toBe(true);
  // A value with another spelling also matches.
  expect(await isHit('httpget', '+004', '2027')).toBe(true);
  expect(await isHit('soap12', '3', '2026')).toBe(false);
  expect(await isHit('soap11', '5', '2026')).toBe(false);
  expect(await isHit('soap11', '3', '2025')).toBe(false);
});

test('64-bit arguments are compared to the last digit', async () => {
  const when = { arguments: { from: '9007199254740993' } };
  const { url } = await withRule({ when, then: { result: 'hit' } });
  const ask = async (from: string) =>
    (await fetch(`${url}${ENDPOINT}/SelectEventsRanged?from=${from}&to=9007199254740999`)).text();
  expect(await ask('9007199254740993')).toContain('>hit<');
  expect(await ask('9007199254740992')).not.toContain('>hit<');
});

test('a refused request is answered only by rules for refused requests', async () => {
  const controlled = await withRule({ then: { result: 'call' } });
  for (const rule of [
    { when: { refused: true }, times: 1, then: { status: 418, body: 'teapot' } },
    { when: { refused: true }, times: 1, then: { status: 204 } },
    { when: { refused: true, binding: 'httpget' }, then: { cut: 3 } },
  ])
    await controlled.api('POST', '/rules', rule);
  const bad = `GET ${ENDPOINT}/SelectEvents?month=x&year=1 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`;
  const { head, ...seen } = await seenBy(controlled.url, bad);
  expect(seen).toMatchObject({ status: 418, body: 'teapot' });
  expect(head).not.toMatch(/Content-Type|Cache-Control/);
  const noContent = await seenBy(controlled.url, bad);
  expect(noContent).toMatchObject({ status: 204, body: '' });
  expect(noContent.head).not.toContain('Content-Length');
  expect(await seenBy(controlled.url, bad)).toMatchObject({ status: 500, body: 'Can' });
  expect((await through(controlled, 'httpget')).body).toContain('>call<');
  expect((await controlled.journal()).map(({ outcome, rule }) => [outcome, rule])).toEqual([
    ['refused', '2'],
    ['refused', '3'],
    ['refused', '4'],
    ['ok', '1'],
  ]);
});

test('a rule keeps its place when it is replaced; one rule or all can be deleted', async () => {
  const controlled = await withRule({ then: { result: 'one' }, thenState: 'own' });
  const { api } = controlled;
  await api('POST', '/rules', { then: { result: 'two' } });
  // Only the replaced rule leads to this state.
  expect((await api('PUT', '/rules/1', { then: { result: 'x' }, inState: 'own' })).status).toBe(400);
  const changed = { id: '1', then: { result: 'new' }, used: 0 };
  expect((await api('PUT', '/rules/1', { then: { result: 'new' } })).json).toEqual(changed);
  expect((await through(controlled, 'httpget')).body).toContain('>new<');
  expect((await api('GET', '/rules/1')).json).toEqual({ ...changed, used: 1 });
  expect((await api('DELETE', '/rules/1')).status).toBe(204);
  expect((await through(controlled, 'httpget')).body).toContain('>two<');
  // Ids are not reused, so that a test that deletes its rule twice does not delete another rule.
  expect((await api('POST', '/rules', { then: { result: 'three' } })).json.id).toBe('3');
  expect((await api('PUT', '/rules/1', { then: { result: 'x' } })).status).toBe(404);
  expect((await api('DELETE', '/rules')).status).toBe(204);
  expect((await api('GET', '/rules')).json).toEqual([]);
  expect(await titlesAt(controlled.url)).toHaveLength(3);
});

test('the last of thousands of rules still answers, and a rule too many is refused', () => {
  const rules = new Rules(new TestMemory());
  for (let id = 1; id <= 10_000; id++) {
    rules.add({ when: { arguments: { intEventID: id } }, then: { result: `r${id}` } });
  }
  const args = { intEventID: 10_000, bolAsJSON: true };
  const call = { refused: false, binding: 'soap11', operation: 'SelectEvent' } as const;
  const candidate = { ...call, args, rawHeaders: [] };
  expect(rules.take(candidate)).toEqual({ id: '10000', then: { result: 'r10000' } });
  expect(rules.take({ ...candidate, args: { ...args, intEventID: 0 } })).toBeUndefined();
  expect(() => rules.add({ then: { cut: 1 } })).toThrow(
    'rules already, the maximum of a space: delete some.',
  );
});
