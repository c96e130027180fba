/** A request that fits a known template gets the same answer as without templates. */
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { vectors } from '../../conformance/vectors.json';
import { resultEncoder } from '../../src/bindings/result-encoder';
import { createSoapBinding } from '../../src/bindings/soap/binding';
import { type SoapRequest, SoapRequestReader } from '../../src/bindings/soap/request';
import { RequestTemplates } from '../../src/bindings/soap/templates';
import { serviceFromFunction } from '../../src/contract/operations';
import { ignoreObservations } from '../../src/ops/observations';
import { MemoryBudget } from '../../src/server/memory-budget';
import { soapHeaders } from '../support/calls';
import { echo } from '../support/echo-service';
import { Random } from '../support/random';
import { envelope, NAMESPACE, type Version, wrapper } from '../support/requests';

const MEGABYTE = 1_048_576;

const { find } = RequestTemplates.prototype;
/** This is the response to a client that stays connected. */
const RESPONSE = { req: { socket: new Socket() } } as unknown as ServerResponse;

function binding(usesTemplates: boolean, strict: boolean) {
  const calls: unknown[] = [];
  const service = serviceFromFunction(async (call) => {
    calls.push(call);
    return echo(call);
  });
  const answer = createSoapBinding({
    service,
    config: { serviceNamespace: NAMESPACE, strict, errorDetail: 'long' },
    observe: ignoreObservations,
    encode: resultEncoder(new MemoryBudget(1_000_000, ignoreObservations)),
  });
  return {
    calls,
    async ask(request: SoapRequest) {
      const known = jest.spyOn(RequestTemplates.prototype, 'find');
      if (usesTemplates) known.mockImplementation(find);
      else known.mockReturnValue(undefined);
      return answer(request, RESPONSE);
    },
  };
}

/** Sends the same requests, in the same order, to a binding with templates and to one without. */
async function compare(requests: Iterable<SoapRequest>, { strict = false } = {}): Promise<number> {
  const remembering = binding(true, strict);
  const reading = binding(false, strict);
  let compared = 0;
  for (const request of requests) {
    const [mine, plain] = [await remembering.ask(request), await reading.ask(request)];
    // `isDeepStrictEqual` comes first, because `toEqual` takes longer than the binding.
    if (!isDeepStrictEqual(mine, plain)) {
      expect({ request: shown(request), answer: mine }).toEqual({ request: shown(request), answer: plain });
    }
    compared++;
  }
  expect(remembering.calls).toEqual(reading.calls);
  return compared;
}

const shown = ({ body, ...head }: SoapRequest) => ({
  ...head,
  body: Buffer.isBuffer(body) ? body.toString('latin1') : body,
});

function soap(version: Version, operation: string, text: string | Buffer): SoapRequest {
  const headers = soapHeaders(version === '1.1' ? 'soap11' : 'soap12', operation);
  return { contentType: headers['Content-Type'], soapAction: headers.SOAPAction, body: Buffer.from(text) };
}

const PARAMETERS = {
  SelectEventsRanged: ['from', 'to'],
  SelectEvent: ['intEventID', 'bolAsJSON'],
  SelectEvents: ['month', 'year'],
} as const;
const USUAL = { from: '1', to: '2', intEventID: '3', bolAsJSON: 'true', month: '4', year: '2026' } as const;

const OPERATION_NAMES = Object.keys(PARAMETERS) as (keyof typeof PARAMETERS)[];
const VERSIONS = ['1.1', '1.2'] as const;

function usual(version: Version, operation: keyof typeof PARAMETERS, values: Record<string, string> = USUAL) {
  const elements = PARAMETERS[operation].map((name) => `<${name}>${values[name] ?? USUAL[name]}</${name}>`);
  return `<?xml version="1.0" encoding="utf-8"?>${envelope(version, wrapper(operation, elements.join('')))}`;
}

const VALUES = [
  ...'0 -0 1 -1 +1 007 true false TRUE True 1.0 0x1 --1 - 2147483647 2147483648 -2147483648 -2147483649'.split(
    ' ',
  ),
  ...['4294967297', '9007199254740993', '0000000000000000001', '00000000000000000000001'],
  ...['9223372036854775807', '9223372036854775808', '-9223372036854775808', '-9223372036854775809'],
  ...['9999999999999999999', '12345678901234567890', '', ' ', ' 5', '5 ', '\n5', '\u0001'],
  ...['&#53;', '&#x35;', '&lt;', '&amp;', '<![CDATA[5]]>', '5<![CDATA[]]>', '<a/>', '<b>5</b>'],
  ...['<!-- -->5', '5<!-- -->', '<?p?>5', '1</from><from>2', '1</month><month>2'],
  ...['\u0665', '５', '5\u00a0', '\u00005', '5\u0001'],
];

test.each(VERSIONS)('SOAP %s: each value in each place gets the same answer by template', async (version) => {
  const requests = OPERATION_NAMES.flatMap((operation) => [
    soap(version, operation, usual(version, operation)),
    ...PARAMETERS[operation].flatMap((name) =>
      VALUES.map((value) => soap(version, operation, usual(version, operation, { [name]: value }))),
    ),
  ]);
  expect(await compare(requests)).toBeGreaterThan(250);
  expect(await compare([...requests, ...requests.toReversed()], { strict: true })).toBeGreaterThan(500);
});

/** Replaces the prefix of the envelope. */
const withPrefix = (text: string, prefix: string) => text.replace(/(<\/?|xmlns:)s\b/g, `$1${prefix}`);

const NEARLY: readonly ((text: string) => string | Buffer)[] = [
  (text) => text,
  (text) => `\ufeff${text}`,
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => text.replace('utf-8', 'utf-7'),
  (text) => text.replace('utf-8', 'ibm037'),
  (text) => text.replace(/<\?xml.*?\?>/, ''),
  (text) => `${text}\n`,
  (text) => `${text}\0`,
  (text) => `${text}<`,
  (text) => text.replace('<from>1</from>', '<from></from>'),
  (text) => text.replace('<from>1</from>', '<from>\u0001</from>'),
  (text) => text.replace('<from>1</from>', '<from/>'),
  (text) => text.replace('<from>1</from>', ''),
  (text) => text.replace('<from>1</from>', '<from>1</from><from>9</from>'),
  (text) => text.replace('<from>1</from>', '<from>1</from><!-- >5< -->'),
  (text) => text.replace('<from>1</from>', '<!-- >5< --><from>1</from>'),
  (text) => text.replace('<s:Body>', '<s:Header><a></a></s:Header><s:Body>'),
  (text) => text.replace('<s:Body>', '<s:Header><a>5</a></s:Header><s:Body>'),
  (text) => text.replace('<from>1</from>', '<!-- >6< --><from>1</from>'),
  (text) => text.replace('<s:Body>', '<s:Header><a>6</a></s:Header><s:Body>'),
  (text) => text.replace('<from>1</from>', '<from>1</from><other>5</other>'),
  (text) => text.replace('<from>1</from>', '<from>1</from><other>6</other>'),
  // An é has two bytes, so that a wrong offset finds the same text in another place.
  (text) => text.replace('<from>1</from><to>2<', `<!--${'é'.repeat(12)}--><cc>1</cc><from>1</from><to>1<`),
  (text) => text.replace('<from>1</from><to>2<', `<!--${'é'.repeat(12)}--><cc>7</cc><from>1</from><to>1<`),
  // These values are not canonical, so these requests must not become templates.
  (text) => text.replace('<from>1<', '<from> +1 <'),
  (text) => text.replace('<from>1<', '<from><![CDATA[1]]><'),
  (text) => text.replace('<from>1<', '<from>&#49;<'),
  (text) => text.replace('<from>1<', '<from>1<!-- --><'),
  // These requests have their values in other places than the template.
  (text) => text.replace('<s:Body>', '<s:Header><a></a></s:Header><s:Body>').replace('<from>1<', '<from>7<'),
  (text) => text.replace('<s:Body>', '<s:Header><a>5</a></s:Header><s:Body>').replace('<from>1<', '<from><'),
  (text) => text.replace(/(<SelectEventsRanged .*<\/SelectEventsRanged>)/, '$1$1'),
  (text) => text.replace(/<from>(.*)<\/to>/, '<to>$1</from>'),
  (text) => text.replace('<from>1</from><to>2</to>', '<to>2</to><from>1</from>'),
  (text) => text.replace('<from>', '<from xmlns="">'),
  (text) => text.replace('<from>', '<from a=">5<">'),
  (text) => text.replace('<from>', "<from a='>5'>"),
  (text) => text.replace('</s:Envelope>', '</s:Envelop>'),
  (text) => withPrefix(text, 't'),
];

test('the same request in other bytes gets the same answer, twice and in both orders', async () => {
  const requests = VERSIONS.flatMap((version) =>
    NEARLY.map((change) => soap(version, 'SelectEventsRanged', change(usual(version, 'SelectEventsRanged')))),
  );
  const both = [...requests, ...requests, ...requests.toReversed()];
  expect(await compare(both)).toBe(3 * 2 * NEARLY.length);
  expect(await compare(both, { strict: true })).toBe(both.length);
});

const RECORDED: SoapRequest[] = vectors
  .filter(({ request }) => request.method === 'POST' && /\.asmx$/i.test(request.url))
  .map(({ request }) => {
    const header = (wanted: string) =>
      Object.entries(request.headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
    const { body, bodyBase64 } = request as { body?: string; bodyBase64?: string };
    return {
      contentType: header('content-type'),
      soapAction: header('soapaction'),
      body: bodyBase64 === undefined ? Buffer.from(body ?? '') : Buffer.from(bodyBase64, 'base64'),
    };
  });

test('recorded requests and their mutations get the same answers with templates and without', async () => {
  const random = new Random(20_261_121);
  const fragments = '< > >5< 5 - 0 true \u0001 " & </ /> <!-- \0 \x85 \xef\xbb\xbf'.split(' ');
  function* requests(): Generator<SoapRequest> {
    for (let round = 0; round < 800; round++) {
      const request = random.pick(RECORDED);
      yield request;
      const text = (request.body as Buffer).toString('latin1');
      const digits = [...text.matchAll(/>(-?\d+|true|false)</g)];
      const isValue = digits.length > 0 && random.fraction() < 0.6;
      const at = isValue ? random.pick(digits).index + 1 : random.below(text.length + 1);
      const changed = text.slice(0, at) + random.pick(fragments) + text.slice(at + random.below(4));
      yield { ...request, body: Buffer.from(changed, 'latin1') };
    }
  }
  expect(await compare(requests())).toBeGreaterThan(1_000);
});

describe('the cache', () => {
  const request = soap('1.1', 'SelectEvent', usual('1.1', 'SelectEvent'));
  const rules = { namespace: NAMESPACE, actionBase: NAMESPACE, strict: false };
  const learn = (templates: RequestTemplates, one: SoapRequest) =>
    templates.learn(one, new SoapRequestReader(one, rules).read());
  const written = (prefix: string, values?: Record<string, string>): SoapRequest =>
    soap('1.1', 'SelectEvent', withPrefix(usual('1.1', 'SelectEvent', values), prefix));

  test.each(['&#51;', '<![CDATA[3]]>', '1<![CDATA[2]]>3', '+3', ' 3', '3\n'])(
    'has no template for a request with the value %j, which is not canonical or not in it literally',
    (intEventID) => {
      const templates = new RequestTemplates();
      learn(templates, written('s', { intEventID }));
      expect(templates.bytes).toBe(0);
    },
  );

  test('keeps the template that a client reuses, even if new ones with the same headers are added', () => {
    const templates = new RequestTemplates();
    for (let n = 0; n < 7; n++) learn(templates, written(`q${n}`));
    learn(templates, request);
    for (let n = 0; n < 100; n++) {
      expect(templates.find(request)).toBeDefined();
      learn(templates, written(`p${n}`));
    }
    expect(templates.find(request)).toBeDefined();
    // The newest template is in the cache, too. A template that was not used again has left the cache.
    expect(templates.find(written('p99'))).toBeDefined();
    expect(templates.find(written('p50'))).toBeUndefined();
    // New templates only replace the template that was added last.
    for (let n = 0; n < 20; n++) learn(templates, written(`r${n}`));
    expect(templates.find(request)).toBeDefined();
  });

  test('counts each template with its text', () => {
    const templates = new RequestTemplates();
    const long = written('q'.repeat(1_000));
    learn(templates, long);
    expect(templates.bytes).toBeGreaterThan(long.body.length);
  });

  test('has no more templates than fit into its memory', () => {
    const templates = new RequestTemplates();
    for (let n = 0; n < 2_000; n++) learn(templates, { ...written('s'), contentType: `text/xml; n=${n}` });
    expect(templates.bytes).toBeGreaterThan(MEGABYTE / 2);
    expect(templates.bytes).toBeLessThanOrEqual(MEGABYTE);
  });
});
