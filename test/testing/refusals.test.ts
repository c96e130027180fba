/** A wrong request is refused with the names of all wrong fields. It changes nothing, and no answer is a 500. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { received, until } from '../support/limited-server';
import { type Controlled, CSV_TYPE, JSON_TYPE, startTestControl, titlesAt } from './support';

const EVENT = { title: 'Mine', start: '2026-03-05T09:00:00Z' };
const CUT = { then: { cut: 1 } };
const FAULT = { fault: { code: 'Server', text: 'x' } };
const SLOW = { malformed: 'truncated', trickle: 1 };
const DEEP = '['.repeat(30_000) + ']'.repeat(30_000);
const DEEP_XML = '<a>'.repeat(300) + '</a>'.repeat(300);
const GZIP = { ...JSON_TYPE, 'Content-Encoding': 'gzip' };

/** Each row has a request, its body, the expected status, the wrong fields, and headers. */
type Row = readonly [
  request: string,
  body: unknown,
  status: number,
  fields: readonly string[],
  headers?: Record<string, string>,
];

const when = (condition: unknown) => ({ ...CUT, when: condition });
const month = (match: unknown) => when({ arguments: { month: match } });
const header = (match: unknown) => when({ headers: { a: match } });
const percentiles = (points: unknown) => ({ then: { delay: { percentiles: points } } });

/** Each row has a body and its wrong fields. */
type Wrong = readonly [body: unknown, ...fields: string[]];

const FORMATS = ['LIST_FORMAT', 'EVENT_JSON_FORMAT', 'EVENT_TEXT_FORMAT'];
const SPACE_BODIES: readonly Wrong[] = [
  [{ name: '../up' }, '/name'],
  [{ name: 'x'.repeat(65) }, '/name'],
  [{ name: 7, ttl: '5', nane: 'x' }, '/name', '/ttl', '/nane'],
  [{ ttl: 604_801, name: 'taken' }, '/ttl', '/name'],
  [{ from: 'nobody' }, '/from'],
  [{ from: 'ended', name: 'taken', ttl: 0 }, '/ttl', '/from', '/name'],
  [
    { settings: { ...Object.fromEntries(FORMATS.map((name) => [name, 'file:/nowhere'])), STRICT: 'x' } },
    ...['STRICT', ...FORMATS].map((name) => `/settings/${name}`),
  ],
  [{ settings: { DATABASE_URL: 'postgres://x' } }, '/settings/DATABASE_URL'],
  [
    { ttl: -1, settings: { TIME_ZONE: 'Mars/Olympus', MAX_EVENTS: 'x', STRICT: {} } },
    ...['/ttl', '/settings/STRICT', '/settings/TIME_ZONE', '/settings/MAX_EVENTS'],
  ],
  [{ 'a/~b': 1 }, '/a~1~0b'],
  [[], ''],
  [DEEP, ''],
  [`{"name":${DEEP}}`, '/name'],
  ['{\n"name":\nx}', ''],
  ['{"name":"a","settings":{"A/B":"1","A/B":"2"}}', '/settings/A~1B', '/settings/A~1B'],
  [Buffer.from('{"name":"Caf\xe9"}', 'latin1'), ''],
];

const SPACES: readonly Row[] = [
  ['POST /spaces', { name: 'taken' }, 409, ['/name']],
  ...SPACE_BODIES.map(([body, ...fields]) => ['POST /spaces', body, 400, fields, JSON_TYPE] as const),
  ['POST /spaces', gzipSync('{}'), 415, ['Content-Encoding'], GZIP],
  ['POST /spaces', '{}', 415, ['Content-Type'], { 'Content-Type': 'text/plain' }],
  ['GET /spaces/never', undefined, 404, []],
  ['GET /spaces/ended', undefined, 410, []],
  ['GET /spaces/ended/rules', undefined, 410, []],
  ['DELETE /spaces/default', undefined, 405, []],
  ['GET /spaces/%ff/events', undefined, 404, []],
];

const EVENT_BODIES: readonly Wrong[] = [
  [[{ title: 'x', start: 'soon' }, EVENT, { ...EVENT, title: '' }], '/0/start', '/2/title'],
  [Array(2).fill({ ...EVENT, id: 7 }), '/1/id'],
  [Array(2).fill({ ...EVENT, uid: 'a' }), '/1/uid'],
  [[EVENT, EVENT], '/1'],
  [
    [{ id: 'x', uid: {}, title: '', start: 'soon', allDay: 'perhaps', url: 'javascript:x', end: [] }, EVENT],
    ...['/0/uid', '/0/id', '/0/allDay', '/0/start', '/0/end', '/0/title', '/0/url'],
  ],
  [
    [{ start: 'now+5x' }, { start: '2026-03-05', end: 'todayT12:00' }],
    ...['/0/start', '/0/title', '/1/title', '/1/end'],
  ],
  [[{ ...EVENT, end: '2026-03-05T08:00:00Z' }], '/0/end'],
  [[{ title: 'x', start: '2026-03-05', end: '2026-03-05' }], '/0/end'],
  [[{ title: 'x', 'a/b': 'soon' }], '/0/start'],
  [[{ Titel: 'x', start: 'now' }], '/0/title'],
  [[{ title: 'x', start: 'now+999999w' }], '/0/start'],
  [[EVENT, 7], '/1'],
  ['[{"title":"x","start":"now","title":"y"}]', '/0'],
  [{ a: 1 }, '/0/title', '/0/start'],
  ['not json', ''],
  [DEEP, ''],
];

const EVENT_TABLES: readonly Wrong[] = [
  ['id,title,start\nx,,soon\n1,b,now\n', 'line 2/id', 'line 2/start', 'line 2/title'],
  ['Titel,start\nx,now\n', ''],
  ['', ''],
  ['title,start\nx\n', 'line 2'],
  [Buffer.from('title,start\nCaf\xe9,now\n', 'latin1'), ''],
  [`title,start,extra.json\nx,now,"{""a"":${DEEP}}"\n`, 'line 2/extra.json'],
];

const IMPORT_FIELDS = ['zone', 'endDates', 'map', 'at', 'dryRun'];
const EVENTS: readonly Row[] = [
  ...EVENT_BODIES.map(([body, ...fields]) => ['PUT /events', body, 422, fields, JSON_TYPE] as const),
  ...EVENT_TABLES.map(([body, ...fields]) => ['PUT /events', body, 422, fields, CSV_TYPE] as const),
  ['PUT /events', `{"a":${DEEP}}`, 422, ['line 1'], { 'Content-Type': 'application/x-ndjson' }],
  ['PUT /events', 'BEGIN:VCALENDAR\n', 422, [''], { 'Content-Type': 'text/calendar' }],
  ['PUT /events?map=location=nowhere', [{ start: 'soon' }], 422, ['/0/start', '/0/title', 'map']],
  ['PUT /events?map=location=nowhere', [EVENT], 422, ['map']],
  ['PUT /events?map=start=a/b', [{ title: 'x', 'a/b': 'soon' }], 422, ['/0/a~1b']],
  ['POST /events', [{ ...EVENT, uid: 'e1', id: 9 }], 422, ['/0/id']],
  ['POST /events', [{ ...EVENT, uid: 'other', id: 1 }], 422, ['/0/id']],
  ['PUT /events?zone=UTC&zone=Asia/Tokyo', [EVENT], 400, ['zone']],
  ['PUT /events', 'x', 415, ['Content-Type'], { 'Content-Type': 'application/xml' }],
  ['PUT /events?zone=Mars&endDates=x&map=x=y&at=now&dryRun=1', [EVENT], 400, IMPORT_FIELDS],
  ['POST /events?map=title=a,title=b', [EVENT], 400, ['map']],
];

const RULE_BODIES: readonly Wrong[] = [
  [{}, '/then'],
  [{ then: { result: 7, reslut: 'x' } }, '/then/result', '/then/reslut'],
  [{ then: { fault: { code: 'Sender' } } }, '/then/fault/code', '/then/fault/text'],
  ...['<a>', '<x:a/>', '&a;', '</a><a>', '</a>\0', '<a b="&a;"/>', DEEP_XML].map(
    (detail) => [{ then: { fault: { code: 'Client', text: 'x', detail } } }, '/then/fault/detail'] as const,
  ),
  [
    { then: { ...FAULT, result: 'x', status: 99, unavailable: true, cut: 5, reset: 'before', ...SLOW } },
    ...['/then/status', '/then/result', '/then/status', '/then/unavailable', '/then/cut', '/then/reset'],
    ...['/then/malformed', '/then/trickle'],
  ],
  [{ then: { headers: { a: 'x' }, body: 'x', result: 'x' } }, '/then/headers', '/then/body'],
  [{ then: { delay: { ms: -1, spread: 1.5 } } }, '/then/delay/ms', '/then/delay/spread'],
  [{ then: { delay: { ms: 600_001 } } }, '/then/delay/ms'],
  [{ then: { delay: {} } }, '/then/delay'],
  [{ then: { delay: { spread: 5 } } }, '/then/delay/spread'],
  [{ then: { delay: { ms: 5, percentiles: { 50: 5 } } } }, '/then/delay/percentiles'],
  [when({ headers: 'x', arguments: 'x', refused: 1 }), '/when/headers', '/when/arguments', '/when/refused'],
  [{ then: { status: 200, headers: 'x' } }, '/then/headers'],
  [percentiles(7), '/then/delay/percentiles'],
  [percentiles({ p50: 5, 101: 5 }), '/then/delay/percentiles/101', '/then/delay/percentiles/p50'],
  [percentiles({ '99.5': 5, '50.5': 9 }), '/then/delay/percentiles'],
  [{ then: { status: 204, body: 'x' } }, '/then/body'],
  [{ then: { status: 304, body: 'x' } }, '/then/body'],
  [{ then: { trickle: 0 } }, '/then/trickle'],
  [
    { then: { status: 200, headers: { 'a b': 'x', a: 'x\r\ny', 'content-length': '1', B: '', b: '' } } },
    ...['/then/headers/a b', '/then/headers/a', '/then/headers/content-length', '/then/headers'],
  ],
  [
    { then: { status: 200, headers: { Connection: 'close', 'transfer-encoding': 'gzip', Trailer: 'a' } } },
    ...['Connection', 'transfer-encoding', 'Trailer'].map((name) => `/then/headers/${name}`),
  ],
  [{ then: { unavailable: false } }, '/then/unavailable'],
  [{ then: { malformed: 'wrong-version' }, when: { binding: 'httpget' } }, '/then/malformed'],
  [{ then: { result: 'x' }, when: { refused: true } }, '/then/result'],
  [when({ operation: ['SelectEvent', 'x'], binding: [] }), '/when/operation/1', '/when/binding'],
  [when({ refused: true, operation: 'SelectEvent' }), '/when/operation'],
  [when({ arguments: { id: 7, __proto__x: 7 } }), '/when/arguments/id', '/when/arguments/__proto__x'],
  [when({ operation: 'SelectEvent', arguments: { month: 7, intEventID: 7 } }), '/when/arguments/month'],
  [when({ arguments: { month: 7, from: 1 } }), '/when/arguments/from'],
  [when({ arguments: { bolAsJSON: 'yes' } }), '/when/arguments/bolAsJSON'],
  [month(true), '/when/arguments/month'],
  [month({ from: -3e9, to: 3e9 }), '/when/arguments/month/from', '/when/arguments/month/to'],
  [when({ arguments: { from: `${2n ** 63n}`, to: `${-(2n ** 63n)}` } }), '/when/arguments/from'],
  [month({ from: 4, to: 3 }), '/when/arguments/month'],
  [month({ from: 4, in: [3] }), '/when/arguments/month'],
  [month({ in: [1, 'x'] }), '/when/arguments/month/in/1'],
  [month({ from: 'x', to: null }), '/when/arguments/month/from', '/when/arguments/month/to'],
  [month({ in: ['07', '-0', ''] }), ...[0, 1, 2].map((index) => `/when/arguments/month/in/${index}`)],
  [when({ headers: { 'a b': 'x', a: 'x\n' } }), '/when/headers/a b', '/when/headers/a'],
  [when({ headers: { a: ' x', b: { equals: 'x ' } } }), '/when/headers/a', '/when/headers/b/equals'],
  [when({ headers: { A: 'x', a: 'y' } }), '/when/headers'],
  [header({}), '/when/headers/a'],
  [header({ equals: 'x', absent: true }), '/when/headers/a/absent'],
  [header({ absent: false }), '/when/headers/a/absent'],
  [header({ matches: '(' }), '/when/headers/a/matches'],
  [header({ matches: 'x'.repeat(1001) }), '/when/headers/a/matches'],
  [month({ in: Array(1001).fill(1) }), '/when/arguments/month/in'],
  [header({ matches: '(?=a)b' }), '/when/headers/a/matches'],
  [{ ...CUT, times: 0, after: -1 }, '/times', '/after'],
  [{ ...CUT, inState: 'unknown' }, '/inState'],
  [{ ...CUT, inState: 'own', thenState: 'own' }, '/inState'],
  [{ ...CUT, inState: 'a b', thenState: '' }, '/inState', '/thenState'],
  [
    {
      when: { operation: 'Nope', binding: 'x', arguments: { month: 'x' } },
      then: { delay: { ms: -1 }, status: 99, cut: 5 },
      times: 0,
      tiems: 1,
      inState: 'unknown',
    },
    ...['/when/operation', '/when/binding', '/when/arguments/month', '/then/delay/ms', '/then/status'],
    ...['/then/cut', '/times', '/tiems', '/inState'],
  ],
  [[], ''],
  [null, ''],
];

const RULES: readonly Row[] = [
  ...RULE_BODIES.map(([body, ...fields]) => ['POST /rules', body, 400, fields] as const),
  ['PUT /rules/1', {}, 404, []],
  ['POST /rules', '', 400, [''], JSON_TYPE],
  ['GET /rules/1', undefined, 404, []],
  ['DELETE /rules/1', undefined, 404, []],
];

const FILTER_FIELDS = ['operation', 'limit', 'since', 'colour', 'arg.month'];
const VERIFY = 'POST /requests/verify';
const REQUESTS: readonly Row[] = [
  ['GET /requests?operation=x&limit=0&since=soon&colour=red&arg.month=x', undefined, 400, FILTER_FIELDS],
  ['GET /requests?limit=1&limit=2', undefined, 400, ['limit']],
  ['GET /requests?limit=1.5', undefined, 400, ['limit']],
  ['GET /requests?since=2026-03-01', undefined, 400, ['since']],
  ['GET /requests?since=2026-03-01T09:00', undefined, 400, ['since']],
  ['GET /requests?arg.bolAsJSON=yes', undefined, 400, ['arg.bolAsJSON']],
  ['GET /requests?arg.month=1&arg.from=1', undefined, 400, ['arg.from']],
  ['GET /requests?operation=SelectEvent&arg.month=1', undefined, 400, ['arg.month']],
  ['GET /requests/wait?count=0&timeout=600001&since=soon', undefined, 400, ['count', 'timeout', 'since']],
  ['GET /requests/wait?timeout=0&operation=SelectEvent&arg.month=1', undefined, 400, ['arg.month']],
  ['GET /requests/wait?timeout=0', undefined, 408, []],
  ['GET /requests/wait?timeout=0&arg.month=-1', undefined, 408, []],
  [VERIFY, { count: 1 }, 417, []],
  [VERIFY, {}, 417, []],
  [VERIFY, { count: { atLeast: 3, atMost: 2 } }, 400, ['/count']],
  [VERIFY, { count: {} }, 400, ['/count']],
  [VERIFY, { count: -1, where: { binding: 'x' } }, 400, ['/count', '/where/binding']],
  [VERIFY, { where: { arguments: { id: 7 } } }, 400, ['/where/arguments/id']],
  ['GET /nothing', undefined, 404, []],
  ['GET /Rules', undefined, 404, []],
  ['PATCH /events', [], 405, []],
  ['DELETE /events', undefined, 403, [], { 'Sec-Fetch-Site': 'cross-site' }],
];

let controlled: Controlled;
beforeAll(async () => {
  controlled = await startTestControl({}, undefined, 'file');
  await controlled.space({ name: 'taken' });
  await controlled.space({ name: 'ended' });
  await controlled.api('DELETE', '/spaces/ended');
});

async function refusalOf(request: string, body?: unknown, headers?: Record<string, string>) {
  const [method = '', path = ''] = request.split(' ');
  const answer = await controlled.api(method, path, body, headers);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer.json.detail).toMatch(/^[^\n]+\.$/);
  expect(answer.text).not.toMatch(/--|undefined/);
  return answer;
}

const ROWS = [...SPACES, ...EVENTS, ...RULES, ...REQUESTS].map(
  ([request, body, status, fields, headers = {}]) => ({
    name: `${request} with ${String(typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 100)}`,
    ...{ request, body, status, fields, headers },
  }),
);

describe('a wrong request changes nothing, and', () => {
  // If one of the requests had changed something, this check would find the change.
  afterAll(async () => {
    const { api, url, observations } = controlled;
    expect((await api('GET', '/spaces')).json).toHaveLength(2);
    expect((await api('GET', '/rules')).json).toEqual([]);
    expect(await titlesAt(url)).toHaveLength(3);
    await api('DELETE', '/requests');
    expect(observations.filter(({ kind }) => kind === 'unexpected-error')).toEqual([]);
  });

  test.each(ROWS)(
    '$name is answered with $status about $fields',
    async ({ request, body, status, fields, headers }) => {
      const { json } = await refusalOf(request, body, headers);
      const { errors = [] } = json;
      expect([json.status, errors.map(({ field }: { field: string }) => field)]).toEqual([status, fields]);
      expect(json.field).toBe(fields[0]);
    },
  );
});

test('a client that disconnects while it sends is not logged as a bug', async () => {
  const { adminUrl, observations, api } = controlled;
  const socket = connect(Number(new URL(adminUrl).port), '127.0.0.1');
  socket.write(
    'PUT /test/events HTTP/1.1\r\nHost: h\r\nContent-Type: text/csv\r\nContent-Length: 99\r\n\r\ntitle',
  );
  await api('GET', '/spaces');
  await once(socket.destroy(), 'close');
  for (let count = 0; count < 2; count++) await api('GET', '/spaces');
  expect(observations.filter(({ kind }) => kind === 'unexpected-error')).toEqual([]);
});

test('a rule whose space ends while it is sent is refused, because nothing would release its memory', async () => {
  const { adminUrl, api } = controlled;
  await api('POST', '/spaces', { name: 'brief' });
  const socket = connect(Number(new URL(adminUrl).port), '127.0.0.1');
  const answer = received(socket);
  const body = JSON.stringify(CUT);
  socket.write(
    `POST /test/spaces/brief/rules HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  // This interim answer shows that the service waits for the body.
  await until(() => answer().includes('100 Continue'));
  await api('DELETE', '/spaces/brief');
  socket.write(body);
  await until(() => answer().endsWith('}\n'));
  expect(answer()).toContain('410 Gone');
  socket.destroy();
});

test('a body with the Content-Encoding identity is accepted, and a media type in any letter case', async () => {
  const identity = { 'Content-Type': 'Application/JSON ; charset=utf-8', 'Content-Encoding': 'Identity' };
  expect((await controlled.api('PUT', '/spaces/taken/events', [EVENT], identity)).status).toBe(200);
});

test('rows behind a hundred wrong fields are not read', async () => {
  const parse = jest.spyOn(JSON, 'parse');
  const wrong = JSON.stringify(Array.from({ length: 5_000 }, () => ({ title: 'x', start: 'soon' })));
  const { status, json } = await controlled.api('PUT', '/spaces/taken/events', wrong, JSON_TYPE);
  expect([status, json.errors.length]).toEqual([422, 100]);
  expect(parse.mock.calls.length).toBeLessThan(2_000);
  parse.mockRestore();
});

test('a number of a million digits is refused before it is computed', async () => {
  const compute = jest.spyOn(BigInt, 'asIntN');
  expect((await refusalOf('POST /rules', month('9'.repeat(1_000_000)))).status).toBe(400);
  // The answer is checked against its schema, too, with small numbers.
  expect(compute.mock.calls.filter(([, value]) => value > 1000n)).toHaveLength(0);
  compute.mockRestore();
});

const UNNAMED = 'The body has no title; it has "Titel", "start"; ?map=FIELD=NAME names title.';
const DAY = { title: 'x', start: '2026-03-05', end: '2026-03-05' };

test.each<[request: string, body: unknown, advice: RegExp | string, headers?: Record<string, string>]>([
  ['PUT /events', [{ title: 'x', start: 'soon' }, { start: 'now' }], /The member errors also has 1 more\./],
  ['PUT /events', 'Titel,start\nx,now\n', UNNAMED, CSV_TYPE],
  ['PUT /events', 'march.csv', /^The body has only "march\.csv": .* not its path\.$/, CSV_TYPE],
  [
    'PUT /events',
    [{ Titel: 'x', start: 'now' }],
    /; \?map=FIELD=NAME reads a field from another member or column/,
  ],
  ['PUT /events?map=location=nowhere', [EVENT], /\?map=/],
  ['PUT /events', [DAY], /; \?endDates=inclusive reads the end as the last day/],
  ['GET /spaces/ended', undefined, 'The space "ended" has ended.'],
  ['PUT /spaces/taken', {}, '/test/spaces/taken allows GET, DELETE, not PUT.'],
  ['GET /nothing', undefined, /^There is no path \/test\/nothing: /],
  ['GET /rules?x=1', undefined, 'x is not known here; there are no known names.'],
  ['POST /spaces', { name: 'x'.repeat(500) }, /not "x{76}\.\.\.\.$/],
  ['POST /spaces', [], /^The body must be an object with the members name, ttl/],
  ['POST /rules', { then: { reset: 'x' } }, '/then/reset must be one of before, after-headers, not "x".'],
  ['POST /spaces', '{"ttl":1e400}', /not Infinity\.$/, JSON_TYPE],
  ['POST /rules', when({ arguments: { bolAsJSON: 1 } }), /bolAsJSON must be true or false, or /],
  [
    'POST /rules',
    month(1.5),
    /month must be a whole number from -2147483648 to 2147483647, as a .*, not 1\.5\.$/,
  ],
  [
    'POST /rules',
    when({ arguments: { to: 2 ** 53 } }),
    /as text, or up to 9007199254740991 also as a number/,
  ],
])('%s with %j is refused with advice: %s', async (request, body, advice, headers = {}) => {
  const { detail } = (await refusalOf(request, body, headers)).json;
  if (typeof advice === 'string') expect(detail).toBe(advice);
  else expect(detail).toMatch(advice);
});

test('a refusal names all mistakes, but no more than a hundred, and other methods', async () => {
  const { errors: soon } = (await refusalOf('PUT /events', [{ title: 'x', start: 'soon' }, { start: 'now' }]))
    .json;
  expect(soon[0].allowed).toEqual([expect.stringContaining('now, today, month-start or year-start')]);
  expect(soon[1].detail).not.toContain('relative');
  const many = Array.from({ length: 101 }, () => ({ ...EVENT, title: '' }));
  expect((await refusalOf('PUT /events', many)).json.errors).toHaveLength(100);
  const unknown = Object.fromEntries(many.map((_, index) => [`x${index}`, 1]));
  const { errors } = (await refusalOf('POST /rules', unknown)).json;
  expect([errors.length, errors[0].field]).toEqual([100, '/x0']);
  expect((await refusalOf('PATCH /events', [])).headers.get('allow')).toBe('GET, PUT, POST, DELETE');
  expect((await refusalOf('POST /rules', { then: {}, when: [7] })).json.errors).toMatchObject([
    { detail: expect.stringContaining('not an empty object.') },
    { detail: expect.stringContaining('not a list.') },
  ]);
});

test.each([
  [
    'POST /spaces',
    { settings: { STRICT: {} } },
    ['a value as in the environment: text, a whole number, true or false'],
  ],
  ['POST /rules', { then: { reset: 'x' } }, ['before', 'after-headers']],
  ['POST /rules', { then: { cut: 1 }, inState: 'x' }, ['started']],
  ['POST /rules', when({ refused: 1 }), ['true or false']],
  ['POST /rules', when({ headers: { 'a b': 'x' } }), ['the name of a header that HTTP can carry']],
  ['POST /rules', { then: { delay: { ms: 1, spred: 1 } } }, ['ms', 'spread', 'percentiles']],
  ['POST /rules', percentiles({}), ['milliseconds by percentile: {"50": 20, "99": 900}']],
  ['GET /requests?outcome=x', undefined, ['ok', 'fault', 'error', 'refused']],
  ['GET /requests?limit=0', undefined, ['a whole number from 1 to 10000']],
  ['GET /rules?x=1', undefined, []],
  ['POST /requests/verify', { count: 1.5 }, ['a whole number, or {"atLeast", "atMost"}']],
])('%s with %j is refused with the allowed values: %j', async (request, body, allowed) => {
  expect((await refusalOf(request, body)).json.errors[0].allowed).toEqual(allowed);
});

test('a setting that is refused with a question ends in its question mark', async () => {
  const { json } = await controlled.api('POST', '/spaces', { settings: { STRICT: 'True' } });
  expect(json.detail).toBe('STRICT must be true or false, not "True": did you mean true?');
});

test('the longest texts and lists that are allowed are accepted', async () => {
  const { api } = controlled;
  const named = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${at}`, 'y']));
  const percentiles = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [at, at]));
  const rule = (ones: number, length: number, names: number) => ({
    when: {
      operation: Array(ones).fill('SelectEvents'),
      arguments: { month: { in: Array(length).fill(1) }, year: { from: 2026, to: 2026 } },
      headers: { ...named(names), a: { matches: 'x'.repeat(length) } },
    },
    then: { delay: { percentiles }, status: 200, headers: named(names + 1) },
  });
  expect((await api('POST', '/rules', rule(100, 1000, 99))).status).toBe(201);
  await api('DELETE', '/rules');
  const { status, json } = await api('POST', '/rules', rule(101, 1001, 100));
  expect([status, json.errors.map(({ field }: { readonly field: string }) => field).sort()]).toEqual([
    400,
    ['/then/headers', '/when/arguments/month/in', '/when/headers', '/when/operation'],
  ]);
});

test('JSON may begin with a byte order mark, because some programs of Windows write one', async () => {
  const { api } = controlled;
  const made = await api('POST', '/spaces', Buffer.from('\ufeff{"name":"marked"}'), JSON_TYPE);
  expect(made.status).toBe(201);
  await api('DELETE', '/spaces/marked');
});
