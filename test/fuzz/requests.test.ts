/** The application withstands a few hundred of the fuzzer's requests. npm run test:slow sends thousands. */
import fc from 'fast-check';
import { play } from '../../scripts/fuzz/play';
import { requests } from '../../scripts/fuzz/requests';
import { echoService } from '../support/echo-service';
import { serveApp } from '../support/serve-app';

const COUNT = 100;

test.each([
  [{ ERROR_DETAIL: 'short' }],
  [{ ERROR_DETAIL: 'long', SERVICE_NAMESPACE: 'http://tempuri.org/', TRUST_PROXY: 'loopback' }],
  [{ STRICT: 'true', CORS_ORIGINS: 'https://example.org' }],
])('with %j every hostile request is answered well or closed, and every good one exactly', async (env) => {
  const bugs: unknown[] = [];
  const address = await serveApp(echoService(), env, (observation) => {
    if (observation.kind === 'unexpected-error') bugs.push(observation.error);
  });
  const options = { address, proof: 'SelectEvents|5|2031', seed: 20_260_301, count: COUNT };
  const { failure, ...played } = await play(options);
  expect(failure).toBeUndefined();
  expect(bugs).toEqual([]);
  expect(played.hostile).toBe(COUNT);
  expect(played.good).toBeGreaterThan(COUNT / 2);
});

describe('two thousand requests', () => {
  const drawn = fc.sample(requests, { seed: 20_260_301, numRuns: 2_000 });
  const texts = drawn.map(({ bytes }) => bytes.toString('latin1'));

  test('contain each kind, and no kind is the majority', () => {
    const kinds = ['recorded', 'envelope', 'form', 'query', 'path', 'headers', 'framing', 'raw'];
    const shares = kinds.map((kind) => drawn.filter((one) => one.kind === kind).length / drawn.length);
    expect(Math.min(...shares)).toBeGreaterThan(0.06);
    expect(Math.max(...shares)).toBeLessThan(0.3);
  });

  test('have the right length where they are complete, whatever they contain', () => {
    const wrong = drawn.filter(({ isFramed, kind, bytes }) => {
      const end = bytes.indexOf('\r\n\r\n') + 4;
      const length = /\r\nContent-Length: (\d+)\r\n\r\n$/.exec(bytes.toString('latin1', 0, end))?.[1] ?? 0;
      return isFramed && kind !== 'headers' && Number(length) !== bytes.length - end;
    });
    expect(wrong).toEqual([]);
  });

  test.each([
    ['elements, one in the other', '<a>'.repeat(3_000)],
    ['long names and values', `<${'n'.repeat(20_000)} ${'m'.repeat(20_000)}="${'v'.repeat(20_000)}"/>`],
    ['many attributes', ' xmlns:a1999="u"'],
    ['many pairs', '&a4999='],
    ['entities in entities', '<!ENTITY a12 "&a11;&a11;'],
    ['escapes of .NET', '=%u00'],
    ['UTF-7', '+ADw-s:Envelope'],
    ['UTF-16', '<\0s\0:\0E\0'],
    ['UTF-32', '\0\0\0<\0\0\0s'],
    ['UTF-8 that is overlong', '\xc0\xbcs:Envelope'],
    ['gzip', '\r\n\r\n\x1f\x8b'],
    ['an action in the media type', 'action="http://tempuri.org/SelectEvent'],
    ['a long header', `X: ${'a'.repeat(17_000)}`],
    ['a long extension of a chunk', `5;${'a'.repeat(20_000)}`],
  ])('contain %s', (_what, text) => {
    expect(texts.some((one) => one.includes(text))).toBe(true);
  });
});
