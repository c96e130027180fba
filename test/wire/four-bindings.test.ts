import { resultEncoder } from '../../src/bindings/result-encoder';
import { SoapException, VisibleError } from '../../src/contract/errors';
import { serviceFromFunction } from '../../src/contract/operations';
import type { Observation } from '../../src/ops/observations';
import { MemoryBudget } from '../../src/server/memory-budget';
import { echoService } from '../support/echo-service';
import { BINDINGS, callThrough, resultOf } from '../support/four-bindings';
import { serveApp } from '../support/serve-app';

describe.each(BINDINGS)('%s', (binding) => {
  test.each([
    [
      'an error of the driver',
      () => new Error('relation "event" at /srv/app.ts:7'),
      'An error occurred on the server.',
    ],
    ['something that is not an error', () => 'secret', 'An error occurred on the server.'],
    ['a SoapException', () => new SoapException('Too many.', { code: 'Client' }), 'Too many.'],
    ['a VisibleError', () => new VisibleError('boom', { type: 'System.Exception' }), 'boom'],
  ])('shows a client only what it may see of %s', async (_name, thrown, shown) => {
    const observations: Observation[] = [];
    const service = echoService(() => Promise.reject(thrown()));
    const address = await serveApp(service, { ERROR_DETAIL: 'long' }, (one) => observations.push(one));
    const answer = await callThrough(binding, 'SelectEvents', { month: '1', year: '1' }, address);
    const text = answer.body;
    expect(text).toContain(shown);
    expect(text).not.toMatch(/secret|relation|app\.ts| {4}at /);
    expect(answer.status).toBe(500);
    // A fault of the call itself has a detail (contract 9.1).
    expect(/<(?:detail|soap:Detail) \/>/.test(text)).toBe(binding.startsWith('soap'));
    expect(observations[0]).toMatchObject({
      kind: 'call',
      binding,
      operation: 'SelectEvents',
      message: expect.stringContaining(shown),
    });
    if (shown.startsWith('An error')) {
      expect(text).toMatch(/(?:^|>)An error/);
      expect(observations[1]).toMatchObject({ kind: 'unexpected-error' });
    }
  });
});

/**
 * The results are longer than two slices. They have characters to escape, a surrogate pair after the first slice, and
 * two pairs at the end of the second slice, one of which belongs to both slices.
 */
test.each([10_000, 100_000])(
  'a long answer with %d more characters is the same if it was encoded before',
  async (more) => {
    const long = `${'a'.repeat(65_535)}\uff01\u{1f4c5}${'a'.repeat(65_533)}\u{1f4c5}\u{1f4c5}<b>&${'ü'.repeat(more)}`;
    const encoded = await resultEncoder(new MemoryBudget(1_000_000, () => {}))(long);
    for (const answer of [long, encoded]) {
      const address = await serveApp(serviceFromFunction(async () => answer));
      for (const binding of BINDINGS) {
        const reply = await callThrough(binding, 'SelectEvents', { month: '1', year: '2026' }, address);
        expect(resultOf(binding, reply) === long).toBe(true);
        // For a chunked answer .NET's limit is one byte higher.
        expect(reply.headers.has('transfer-encoding')).toBe(false);
      }
    }
  },
);

test.each([10, 20_000, 300_000])(
  'the length of an answer with %d characters counts the bytes of a namespace that is not ASCII',
  async (length) => {
    const SERVICE_NAMESPACE = 'http://example.org/täglich/';
    const address = await serveApp(
      echoService(async () => 'x'.repeat(length)),
      { SERVICE_NAMESPACE },
    );
    for (const binding of ['httpget', 'httppost'] as const) {
      const { body } = await callThrough(binding, 'SelectEvents', { month: '1', year: '2026' }, address);
      expect(body.endsWith('x</string>')).toBe(true);
    }
  },
);
