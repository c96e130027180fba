import { SaxesParser } from 'saxes';
import { vectors } from '../../conformance/vectors.json';
import { send } from '../../src/conformance/exchange';
import type { Vector } from '../../src/conformance/vectors';
import { echoService } from '../support/echo-service';
import { Random } from '../support/random';
import { serveApp } from '../support/serve-app';

const ROUNDS = 4_000;

/** What a mutation puts in: delimiters of XML, of HTTP values, and what readers are known to stumble over. */
const FRAGMENTS = [
  ...['<', '>', '&', '"', "'", '<!--', '-->', '<![CDATA[', ']]>', '<?x?>', '<!DOCTYPE a>', '/>', '</s:Body>'],
  ...[
    '&#x0;',
    '&#xD800;',
    '&lt;',
    '\0',
    '\ufeff',
    'xmlns=""',
    'xmlns:s="',
    '\r',
    '\n',
    's:',
    '<a>'.repeat(300),
  ],
  ...['%', '%u00', '+', '=', ';', 'charset=utf-16', 'a'.repeat(5000)],
];

function mutate(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1);
  const end = Math.min(bytes.length, at + random.below(40));
  const before = bytes.subarray(0, at);
  switch (random.below(5)) {
    case 0:
      return before;
    case 1:
      return Buffer.concat([before, Buffer.from([random.below(256)]), bytes.subarray(at + 1)]);
    case 2:
      return Buffer.concat([before, Buffer.from(random.pick(FRAGMENTS)), bytes.subarray(at)]);
    case 3:
      return Buffer.concat([before, bytes.subarray(end)]);
    default:
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]);
  }
}

/** A recorded request with its body, a header or its path changed, or its headers in another order. */
function mutated({ request }: Vector, random: Random): Buffer {
  let { url } = request;
  let body: Buffer = Buffer.from(
    request.bodyBase64 ?? request.body ?? '',
    request.bodyBase64 ? 'base64' : 'utf8',
  );
  const headers = Object.entries(request.headers).filter(([name]) => !/^(host|content-length)$/i.test(name));
  const text = (value: string, refused: RegExp) =>
    mutate(Buffer.from(value), random).toString('latin1').replace(refused, '');

  const header = headers[random.below(headers.length)];
  const what = random.below(6);
  if (what === 0) url = text(url, /[\s\0]/g) || '/';
  if (what === 1 && header !== undefined) header[1] = text(header[1], /[\r\n\0]/g);
  if (what === 2 && header !== undefined) headers.push([...header]);
  if (what === 3) headers.reverse().pop();
  for (let times = what < 3 ? random.below(2) : 1 + random.below(3); times > 0; times--)
    body = mutate(body, random);

  headers.push(['Host', 'localhost'], ['Connection', 'close'], ['Content-Length', String(body.length)]);
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`${request.method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'),
    body,
  ]);
}

function assertWellFormed(xml: string): void {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
}

test.each([
  { ERROR_DETAIL: 'short' },
  { ERROR_DETAIL: 'long', SERVICE_NAMESPACE: 'http://example.org/ev' },
  { STRICT: 'true' },
])(
  'whatever a request holds, with %j it is answered, in well-formed XML or none, and no bug shows',
  async (env) => {
    const bugs: unknown[] = [];
    const address = await serveApp(echoService(), env, (observation) => {
      if (observation.kind === 'unexpected-error') bugs.push(observation.error);
    });
    const random = new Random(20_260_301);
    for (let round = 0; round < ROUNDS / 3; round++) {
      const request = mutated(random.pick(vectors as readonly Vector[]), random);
      const { headers, body } = await send(request, address);
      const text = body.toString('utf8');
      expect(text).not.toContain('An error occurred on the server.');
      if (headers.get('content-type')?.includes('xml') && text !== '') assertWellFormed(text);
    }
    expect(bugs).toEqual([]);
  },
);
