/**
 * A request that is twice as long takes at most twice the work. The test does not measure time: it counts the
 * characters that native functions may read. linear-expressions.test.ts is about the work of regular expressions.
 */
import { readIsoRange } from '../../src/app/feed-range';
import { readMediaType } from '../../src/bindings/content-type';
import { readTarget } from '../../src/bindings/dispatch';
import { readHttpCall } from '../../src/bindings/http/binding';
import { SoapRequestReader } from '../../src/bindings/soap/request';
import { exceptionChain, formatChain, RequestRejected } from '../../src/contract/fault';
import { OPERATIONS } from '../../src/contract/operations';
import { parseValues } from '../../src/contract/value-collection';
import { knownZone } from '../../src/lib/time/zones';
import { reportedOrigin, requestOrigin } from '../../src/server/public-address';

const NAMESPACE = 'http://tempuri.org/';
const UTC = knownZone('UTC');

/** The requests repeat these texts. Each text but one has a meaning for some reader. */
const UNITS = [
  ...[' ', '\n', '\r', '\r\n', '\t', '\0', '\ufeff', 'a ', ' a', '<?x ', ' b="c"', '<a b="c"/>'],
  ...'" \' < > & = ? / : % + ; , . - ] { } \\ a x: é 😀 0 &amp; &#1 &#97; <!-- --> <!----> <![CDATA[ ]]> ?> <?x?>'.split(
    ' ',
  ),
  ...'<a> </a> <a/> xmlns: %u0041 %41 %u00 ../ %2e/ a=b& a; charset= "a",'.split(' '),
  ' encoding="',
];

const E11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const OPEN = `<s:Envelope xmlns:s="${E11}"><s:Body>`;
const CLOSE = '</s:Body></s:Envelope>';
const call = (month: string) =>
  `${OPEN}<SelectEvents xmlns="${NAMESPACE}"><month>${month}</month><year>2</year></SelectEvents>${CLOSE}`;

const BODIES: Readonly<Record<string, (run: string) => string>> = {
  'the declaration': (run) => `<?xml version="1.0"${run}?>${call('1')}`,
  'a declaration without an end': (run) => `<?xml version="1.0"${run}?`,
  'the version': (run) => `<?xml version="1${run}"?>${call('1')}`,
  'the start': (run) => run + call('1'),
  'a comment': (run) => `<!--${run}-->${call('1')}`,
  'a comment without an end': (run) => `<!--${run}`,
  'an instruction': (run) => `${OPEN}<?p ${run}?>${CLOSE}`,
  'an instruction without an end': (run) => `${OPEN}<?p${run}`,
  text: (run) => OPEN + run + CLOSE,
  'text without an end': (run) => OPEN + run,
  'a CDATA section': (run) => `${OPEN}<![CDATA[${run}]]>${CLOSE}`,
  'an element name': (run) => `${OPEN}<a${run}></a${run}>${CLOSE}`,
  'a tag without an end': (run) => `${OPEN}<a ${run}`,
  'an attribute name': (run) => `${OPEN}<a b${run}="" b${run}=""/>${CLOSE}`,
  'an attribute value': (run) => `${OPEN}<a b="${run}"/>${CLOSE}`,
  'an attribute value without an end': (run) => `${OPEN}<a b="${run}`,
  'a prefix': (run) => `${OPEN}<x${run}:a/>${CLOSE}`,
  'a namespace of many attributes': (run) =>
    `${OPEN}<a xmlns:z="u${run}">${`<b ${Array.from({ length: 100 }, (_, at) => `z:a${at}=""`).join(' ')}/>`.repeat(2)}</a>${CLOSE}`,
  'attributes of two names for one namespace': (run) =>
    `${OPEN}<a xmlns:y="u${run}" xmlns:z="u${run}"><b y:c="" z:c=""/></a>${CLOSE}`,
  xmlSpace: (run) => `${OPEN}<a xml:space="${run}"/>${CLOSE}`,
  'a value': (run) => call(run),
  'a value behind a digit': (run) => call(`1${run}x`),
  'between parameters': (run) => call(`1</month>${run}<month>`),
  'a header entry': (run) => call('1').replace('<s:Body>', `<s:Header>${run}</s:Header><s:Body>`),
  'the end': (run) => call('1') + run,
  'the namespace of Envelope': (run) => `<a xmlns="u${run}"/>`,
  'a wrong end tag': (run) => `${OPEN}<a></b${run}>`,
};

const ELSEWHERE: Readonly<Record<string, (run: string) => void>> = {
  SOAPAction: (run) => soap({ soapAction: `"${run}"` }),
  'SOAPAction without quotes': (run) => soap({ soapAction: run }),
  'Content-Type': (run) => soap({ contentType: run, soapAction: undefined }),
  action: (run) => soap({ contentType: `application/soap+xml; action="${run}"`, soapAction: undefined }),
  charset: (run) => soap({ contentType: `text/xml; charset=${run}` }),
  'a charset of a form': (run) => post('month=1', `application/x-www-form-urlencoded; charset="${run}`),
  'a path': (run) => readTarget(`/WebServices/Events.asmx/${run}`),
  'an absolute form': (run) => readTarget(`http://${run}/WebServices/Events.asmx`),
  'a query': (run) => readTarget(`/WebServices/Events.asmx?${run}`),
  'a media type': (run) => readMediaType(`text/xml;${run}`),
  'a name of a form': (run) => post(`${run}=1`),
  'a value of a form': (run) => post(`month=${run}&year=2`),
  'a number of a form': (run) => post(`month=1${run}x&year=2`),
  'a boolean of a form': (run) => post(`intEventID=1&bolAsJSON=${run}true${run}x`),
  pairs: (run) => post(run),
  'a query of a feed': (run) => readOrReject(() => readIsoRange(parseValues(run), UTC)),
  'a time of a feed': (run) => readOrReject(() => readIsoRange(parseValues(`start=${run}&end=1`), UTC)),
  Host: (run) => origin({ host: run }),
  'a port of Host': (run) => origin({ host: `a:${run}` }),
  'X-Forwarded-Host': (run) => origin({ host: 'a', 'x-forwarded-host': run }),
  'X-Forwarded-Prefix': (run) => origin({ host: 'a', 'x-forwarded-prefix': `/${run}` }),
  Forwarded: (run) => origin({ host: 'a', forwarded: run }),
  'Forwarded, quoted': (run) => origin({ host: 'a', forwarded: `for="${run}` }),
};

function soap(request: { contentType?: string; soapAction?: string | undefined; body?: string }): void {
  const { body = call('1'), ...headers } = request;
  const all = { contentType: 'text/xml; charset=utf-8', soapAction: `${NAMESPACE}SelectEvents`, ...headers };
  const rules = { namespace: NAMESPACE, actionBase: NAMESPACE, strict: false };
  readOrReject(() => new SoapRequestReader({ ...all, body: Buffer.from(body) }, rules).read());
}

function post(body: string, contentType = 'application/x-www-form-urlencoded'): void {
  for (const operation of OPERATIONS) {
    const request = { binding: 'httppost' as const, name: operation.name, contentType };
    readOrReject(() => readHttpCall({ ...request, body: Buffer.from(body) }, true));
  }
}

function origin(headers: Readonly<Record<string, string>>): void {
  readOrReject(() => reportedOrigin(headers, requestOrigin({ headers, socket: {} })));
}

/** Reads a request. If the request is rejected, also writes the fault. */
function readOrReject(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof RequestRejected)) throw error;
    formatChain(exceptionChain(error), 'long');
  }
}

let steps = 0;

/**
 * Replaces native methods with methods that count the characters that they may read. Returns a function that restores
 * the native methods.
 */
function count(): () => void {
  const undo: (() => void)[] = [];
  const wrap = (holder: object, name: string | symbol, cost: (self: never, args: unknown[]) => number) => {
    const original = Reflect.get(holder, name) as (...args: unknown[]) => unknown;
    Reflect.set(holder, name, function counted(this: never, ...args: unknown[]) {
      steps += cost(this, args);
      return original.apply(this, args);
    });
    undo.push(() => Reflect.set(holder, name, original));
  };
  const length = (self: string) => self.length + 1;
  const whole = 'replace replaceAll split match matchAll search trim trimStart trimEnd';
  for (const name of `${whole} toLowerCase toWellFormed includes`.split(' '))
    wrap(String.prototype, name, length);
  // A search may compare the whole searched text at each place before the match.
  const { indexOf } = String.prototype;
  wrap(String.prototype, 'indexOf', (self: string, [wanted, from]) => {
    const found = indexOf.call(self, String(wanted), Number(from) || 0);
    return ((found < 0 ? self.length : found + 1) - (Number(from) || 0)) * String(wanted).length;
  });
  wrap(
    String.prototype,
    'lastIndexOf',
    (self: string, [wanted]) => (self.length + 1) * String(wanted).length,
  );
  for (const name of ['startsWith', 'endsWith'])
    wrap(String.prototype, name, (_self, [wanted]) => String(wanted).length);
  // `test`, `replace` and others call `exec`. A sticky or global expression reads only from `lastIndex` on.
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function counted(text) {
    const from = this.lastIndex;
    const found = exec.call(this, text);
    const goesOn = this.global || this.sticky;
    if (!goesOn) steps += text.length + 1;
    else steps += found === null ? (this.sticky ? 1 : text.length - from) : this.lastIndex - from;
    return found;
  };
  undo.push(() => {
    RegExp.prototype.exec = exec;
  });
  wrap(Set.prototype, 'has', (_self, [key]) => String(key).length);
  wrap(Map.prototype, 'get', (_self, [key]) => (typeof key === 'string' ? key.length : 1));
  wrap(Array.prototype, 'push', () => 1);
  return () => {
    for (const one of undo) one();
  };
}

function workOf(act: () => void): number {
  const restore = count();
  steps = 0;
  try {
    act();
    return steps;
  } finally {
    restore();
  }
}

const SMALL = 400;
/** The number of repetitions is even for both lengths, so that each quotation mark has a partner. */
const run = (unit: string, length: number) => unit.repeat(2 * Math.ceil(length / unit.length / 2));

/** Allows twice the work, and a constant amount of work that does not depend on the length. */
function expectLinear(act: (run: string) => void): void {
  const uneven = UNITS.flatMap((unit) => {
    const [one, two] = [SMALL, 2 * SMALL].map((size) => workOf(() => act(run(unit, size))));
    return (two ?? 0) <= 2.2 * (one ?? 0) + 2000 ? [] : [{ unit, one, two }];
  });
  expect(uneven).toEqual([]);
}

describe.each([
  ['SOAPAction', {}],
  ['the body', { soapAction: undefined }],
])('a SOAP request that is routed by %s', (_name, headers) => {
  test.each(Object.entries(BODIES))('the work for %s is linear', (_where, write) => {
    expectLinear((text) => soap({ ...headers, body: write(text) }));
  });
});

test.each(Object.entries(ELSEWHERE))('the work for %s is linear', (_where, act) => {
  expectLinear(act);
});
