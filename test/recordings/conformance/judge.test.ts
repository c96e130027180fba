/** For every recorded exchange the judge accepts the right answer and rejects each kind of wrong answer. */
import type { IncomingHttpHeaders } from 'node:http';
import { judge } from '../../../src/recordings/conformance/judge';
import { inNamespace } from '../../../src/recordings/conformance/namespace';
import { type Case, type Expectation, readCases } from '../../../src/recordings/conformance/vectors';
import type { UpstreamAnswer as Answer } from '../../../src/recordings/read-answer';

const PAGES: Readonly<Record<string, string>> = {
  'aspnet-error-page': '<html><head><title>Runtime Error</title></head></html>',
  'help-page': `<html><head><title>\r\n Events Web Service\r\n</title></head>
    <a href="Events.asmx?op=SelectEvent">1</a><a href="Events.asmx?op=SelectEvents">2</a>
    <a href="Events.asmx?op=SelectEventsRanged">3</a></html>`,
  wsdl: `<?xml version="1.0"?><wsdl:definitions>${['Soap', 'Soap12', 'HttpGet', 'HttpPost']
    .map((binding) => `<wsdl:port name="Events${binding}" />`)
    .join('')}</wsdl:definitions>\n`,
};

let cases: readonly Case[];
beforeAll(async () => {
  cases = (await readCases()).filter(({ app }) => app === undefined);
});

/** Returns the answer of the recorded service. This function does not use the judge's code. */
function rightAnswer({ status, reason = '', headers, body, kind }: Expectation): Answer {
  const bytes = Buffer.from(kind === undefined ? (body ?? '') : (PAGES[kind] ?? ''), 'utf8');
  const names = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  return { status, reason, headers: Object.fromEntries(names), body: bytes };
}

const withBody = (answer: Answer, body: string, change: Partial<Answer> = {}): Answer => {
  const bytes = Buffer.from(body, 'utf8');
  const headers = { ...answer.headers };
  if ('content-length' in headers) headers['content-length'] = String(bytes.length);
  return { ...answer, headers, body: bytes, ...change };
};
const textOf = ({ body }: Answer) => body.toString('utf8');

/** Returns a wrong answer to an exchange, or `undefined` if the change is not possible there. */
type Change = (answer: Answer, one: Case) => Answer | undefined;

const isPage = ({ expect: { kind }, request: { method } }: Case) => method !== 'HEAD' && kind !== undefined;
const hasBody = ({ expect: { kind, body }, request: { method } }: Case) =>
  method !== 'HEAD' && kind === undefined && body !== '';

/** Makes changes of the headers, of the text of a body, and of the text of a page. */
const ofHeaders =
  (change: (headers: IncomingHttpHeaders) => IncomingHttpHeaders): Change =>
  ({ headers, ...rest }) => ({ ...rest, headers: change(headers) });
const ofBody =
  (change: (text: string) => string): Change =>
  (answer, one) =>
    hasBody(one) ? withBody(answer, change(textOf(answer))) : undefined;
const ofPage =
  (text: string): Change =>
  (answer, one) =>
    isPage(one) ? withBody(answer, text) : undefined;

function verdicts(isEcho: boolean, change: Change) {
  const counts: Record<string, number> = {};
  for (const one of cases) {
    const changed = change(rightAnswer(one.expect), one);
    if (changed === undefined) continue;
    const { verdict } = judge(one, changed, isEcho);
    counts[verdict] = (counts[verdict] ?? 0) + 1;
  }
  return counts;
}

/** Expects that more than `min` answers are judged as different, and that no answer has another verdict. */
function expectDifferent({ different = 0, ...others }: Readonly<Record<string, number>>, min: number): void {
  expect(different).toBeGreaterThan(min);
  expect(others).toEqual({});
}

describe.each([
  ['an echo', true],
  ['a service with answers of its own', false],
] as const)('for %s', (_, isEcho) => {
  test('each recorded answer is judged equal to itself', () => {
    expect(verdicts(isEcho, (answer) => answer)).toEqual({ same: cases.length });
  });

  test.each<[string, Change]>([
    ['another status', (answer) => ({ ...answer, status: answer.status === 500 ? 502 : 503 })],
    [
      'another reason phrase',
      (answer) => (answer.reason === '' ? undefined : { ...answer, reason: 'Whatever' }),
    ],
    ['one header less', ofHeaders((headers) => Object.fromEntries(Object.entries(headers).slice(1)))],
    [
      'another media type',
      (answer, one) =>
        'content-type' in answer.headers
          ? ofHeaders((headers) => ({ ...headers, 'content-type': 'application/json' }))(answer, one)
          : undefined,
    ],
    ['no body', ofBody(() => '')],
    ['one character more at the end', ofBody((text) => `${text} `)],
    ['another first character', ofBody((text) => `_${text.slice(1)}`)],
    [
      'a length that is not the body’s',
      (answer, one) =>
        hasBody(one)
          ? ofHeaders((headers) => ({ ...headers, 'content-length': '7' }))(answer, one)
          : undefined,
    ],
    [
      'a body in place of an empty one',
      (answer, one) => (one.expect.body === '' ? { ...answer, body: Buffer.from('x') } : undefined),
    ],
    ['a page that says nothing', ofPage('<html><head><title>Oops</title></head></html>')],
    ['an empty page', ofPage('')],
  ])('%s is noticed, every time', (_name, change) => {
    expectDifferent(verdicts(isEcho, change), 0);
  });
});

describe('for a service with answers of its own', () => {
  const result = (text: string) => (body: string) =>
    body.replace(/(Result>|<string xmlns="[^"]*">)[^<]*</, (_, open: string) => `${open}${text}<`);
  const isResult = ({ expect: { status, kind, body = '' } }: Case) =>
    status === 200 && kind === undefined && /Result>|<string /.test(body);
  const count = () => cases.filter(isResult).length;
  const changedResults = (change: (body: string) => string, isEcho = false) =>
    verdicts(isEcho, (answer, one) => (isResult(one) ? withBody(answer, change(textOf(answer))) : undefined));

  test('a result of its own is accepted, unless the service is an echo', () => {
    expect(count()).toBeGreaterThan(80);
    expect(changedResults(result('[{&quot;id&quot;:1}]'))).toEqual({ same: count() });
    expect(changedResults(result('x'), true)).toEqual({ different: count() });
  });

  test('an empty result and a missing one are results too', () => {
    const empty = (body: string) =>
      body
        .replace(/<(Select\w+Result)>[^<]*<\/\1>/, '<$1 />')
        .replace(/(<string xmlns="[^"]*")>[^<]*<\/string>/, '$1 />');
    expect(changedResults(empty)).toEqual({ same: count() });
    const none = (body: string) =>
      body
        .replace(/(<Select\w+Response xmlns="[^"]*")>.*<\/Select\w+Response>/, '$1 />')
        .replace(
          /<string (xmlns="[^"]*")>[^<]*<\/string>/,
          '<string xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xsi:nil="true" $1 />',
        );
    expect(changedResults(none)).toEqual({ same: count() });
  });

  test.each<[string, (body: string) => string]>([
    [
      'another element for the result',
      (body) => body.replace(/(<\/?)(?:Select\w+Result|string)\b/g, '$1Other'),
    ],
    ['two results', (body) => body.replace(/(<Select\w+Result>.*Result>|<string.*)/s, '$1$1')],
    ['markup in the result', result('<b/>')],
    ['another namespace', (body) => body.replace(/ xmlns="[^"]*"/g, ' xmlns="urn:x"')],
  ])('%s is noticed', (_, change) => {
    expectDifferent(changedResults(change), 80);
  });

  /** Replaces a result by a fault of the service. */
  const faultOf =
    (text: string): Change =>
    (right, one) => {
      if (!isResult(one)) return undefined;
      const fault =
        right.headers['content-type'] === 'application/soap+xml; charset=utf-8'
          ? `<soap:Fault><soap:Code><soap:Value>soap:Receiver</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">${text}</soap:Text></soap:Reason><soap:Detail /></soap:Fault>`
          : `<soap:Fault><faultcode>soap:Server</faultcode><faultstring>${text}</faultstring><detail /></soap:Fault>`;
      const isSoap = textOf(right).includes('<soap:Body>');
      const body = isSoap
        ? textOf(right).replace(/(<soap:Body>).*(<\/soap:Body>)/, `$1${fault}$2`)
        : `${text}\r\n`;
      const failed = withBody(right, body, { status: 500, reason: 'Internal Server Error' });
      const type = isSoap ? {} : { 'content-type': 'text/plain; charset=utf-8' };
      return { ...failed, headers: { ...failed.headers, 'cache-control': 'private', ...type } };
    };

  test('a fault of the service itself is neither compared nor counted as a result, unless it is an echo', () => {
    const fault = faultOf('month must be from 1 to 12.');
    expect(verdicts(false, fault)).toEqual({ 'not comparable': count() });
    expect(verdicts(true, fault)).toEqual({ different: count() });
  });

  test('a fault about a long request, which was not recorded, is a difference', () => {
    expect(verdicts(false, faultOf('Maximum request length exceeded.'))).toEqual({ different: count() });
  });

  test.each([
    ['content-type', 'text/html'],
    ['cache-control', 'no-store'],
    ['content-length', '1'],
  ])('a fault with another %s is a difference', (name, value) => {
    const broken: Change = (right, one) => {
      const answer = faultOf('boom')(right, one);
      return answer && { ...answer, headers: { ...answer.headers, [name]: value } };
    };
    expect(verdicts(false, broken)).toEqual({ different: count() });
  });

  test('a fault is a difference if the recorded answer is not a result', () => {
    const type = { 'content-type': 'text/plain; charset=utf-8' };
    const headers = { ...type, 'cache-control': 'private', 'content-length': '6' };
    const fault = { status: 500, reason: 'Internal Server Error', headers, body: Buffer.from('boom\r\n') };
    // Answers to HEAD have no body that could be wrong.
    const change: Change = (_, one) => (isResult(one) ? undefined : fault);
    expectDifferent(verdicts(false, change), 100);
  });
});

test('a deliberate difference is accepted only if it is exactly the described one', () => {
  const different = cases.filter(({ deliberate }) => deliberate !== undefined);
  expect(different.length).toBeGreaterThan(5);
  for (const one of different) {
    const { expect: recorded, deliberate = recorded } = one;
    const right = rightAnswer(deliberate);
    expect([one.id, judge(one, right, true).verdict]).toEqual([one.id, 'deliberate']);
    expect(judge(one, { ...right, reason: 'X', status: 418 }, true).verdict).toBe('different');
    const length = deliberate.kind === undefined ? ['Content-Length'] : [];
    for (const name of [...length, ...(deliberate.withoutHeaders ?? [])]) {
      const unlike = { ...right.headers, [name.toLowerCase()]: 'unlike' };
      expect(recorded.headers[name]).toBeDefined();
      expect(judge(one, { ...right, headers: unlike }, true).verdict).toBe('different');
    }
  }
});

test('no recorded rejection passes for an error of a service with answers of its own', () => {
  const results = cases.filter(
    ({ expect: { status, body = '' } }) => status === 200 && /Response |<string/.test(body),
  );
  const passed = cases.filter(({ expect: rejection }) => {
    const isOfCall = !/not found\.\s*$/.test(rejection.body ?? '');
    if (rejection.status !== 500 || rejection.kind !== undefined || !isOfCall) return false;
    const { 'Content-Type': type } = rejection.headers;
    const isPlain = type?.startsWith('text/plain');
    const like = results.find(({ expect: { headers, body = '' } }) =>
      isPlain ? body.includes('<string') : headers['Content-Type'] === type && body.includes(':Envelope '),
    );
    return like !== undefined && judge(like, rightAnswer(rejection), false).verdict !== 'different';
  });
  expect(passed.map(({ id, expect: { body } }) => [id, body])).toEqual([]);
});

test('a page is accepted only if it is complete and lists everything', () => {
  const pages = cases.flatMap((one) => {
    const want = one.deliberate?.kind === 'wsdl' ? one.deliberate : one.expect;
    return want.kind === undefined || one.request.method === 'HEAD' ? [] : [{ one, want }];
  });
  expect(new Set(pages.map(({ want }) => want.kind))).toEqual(new Set(Object.keys(PAGES)));
  for (const { one, want } of pages) {
    const right = rightAnswer(want);
    const text = textOf(right);
    // ASP.NET shows the message to clients on its own machine.
    const local = text.replace('Runtime Error', String(want.exceptionMessage).replaceAll("'", '&#39;'));
    expect(judge(one, withBody(right, local), true).verdict).not.toBe('different');
    const worse = [
      text.replaceAll(/<\?xml [^>]*>|<title>/g, ''),
      text.replaceAll(/<\/(?:wsdl:definitions|title)>/g, ''),
    ];
    const parts = text.match(/<wsdl:port[^>]*>|<a .*?<\/a>/g) ?? [];
    const less = parts.map((part) => text.replace(part, ''));
    for (const changed of [...worse, ...less])
      expect([one.id, judge(one, withBody(right, changed), true).verdict]).toEqual([one.id, 'different']);
  }
});

test('an exchange that needs a service of its own is never compared', async () => {
  const made = (await readCases()).filter(({ app }) => app !== undefined);
  expect(made).toHaveLength(59);
  for (const one of made) {
    expect(judge(one, rightAnswer(one.expect), true)).toEqual({
      verdict: 'not comparable',
      reason: 'custom outcome',
    });
  }
});

// Each of these namespaces is in some exchanges. The recorded namespace begins with the first, two exchanges have the
// second, and some exchanges have the third as a wrong namespace.
test.each([
  ['http://tempuri.org', 269],
  ['http://example.org/ev', 269],
  ['urn:x', 258],
])('in the namespace %s there can be %i exchanges', (namespace, count) => {
  expect(cases.filter((one) => inNamespace(one, namespace) !== undefined)).toHaveLength(count);
});
