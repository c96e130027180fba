import { readFileSync } from 'node:fs';
import path from 'node:path';
import { exchange } from '../../src/conformance/exchange';
import { differences, judge } from '../../src/conformance/judge';
import {
  type AppOutcome,
  type Deviation,
  expected,
  type ThrownError,
  type Vector,
} from '../../src/conformance/vectors';
import { SoapException, VisibleError } from '../../src/contract/errors';
import { echoService } from '../support/echo-service';
import { serveApp } from '../support/serve-app';

const read = (file: string) =>
  JSON.parse(readFileSync(path.join(__dirname, '../../conformance', file), 'utf8'));
const vectors: Vector[] = read('vectors.json').vectors;
const deviations: Deviation[] = read('deviations.json');

function thrown(error: ThrownError): SoapException | VisibleError {
  const cause = error.inner === undefined ? {} : { cause: thrown(error.inner) };
  if (error.type !== 'SoapException') return new VisibleError(error.message, { type: error.type, ...cause });
  const actor = error.actor === undefined ? {} : { actor: error.actor };
  return new SoapException(error.message, { code: error.code ?? 'Server', ...actor, ...cause });
}

function outcomeOf(app: AppOutcome): () => Promise<string | null> {
  return 'throw' in app ? () => Promise.reject(thrown(app.throw)) : () => Promise.resolve(app.result);
}

const play = async (vector: Vector, errorDetail: 'short' | 'long') => {
  const service = echoService(vector.app && outcomeOf(vector.app));
  const address = await serveApp(service, { SERVICE_NAMESPACE: vector.ns, ERROR_DETAIL: errorDetail });
  return exchange(vector, address);
};

describe.each(vectors)('$id', (vector) => {
  const deviation = deviations.find(({ id }) => id === vector.id);

  test('is answered as recorded, or as the list of differences says', async () => {
    const answer = await play(vector, 'short');
    expect(differences(vector, expected(vector, deviation), answer)).toEqual([]);
    expect(judge(vector, deviation, answer, true).verdict).toBe(
      deviation === undefined ? 'same' : 'deliberate',
    );
  });

  if (vector.expect.longHead !== undefined && deviation === undefined) {
    test('shows the long text when ERROR_DETAIL is long', async () => {
      const answer = await play(vector, 'long');
      expect(answer.body.toString('utf8')).toContain(vector.expect.longHead);
    });
  }
});

describe('the list of deliberate differences', () => {
  test.each(deviations)('$id names a vector, a clause, and what differs', (deviation) => {
    const vector = vectors.find(({ id }) => id === deviation.id);
    if (vector === undefined) throw new Error('no such vector');
    expect(deviation.reason).toMatch(/contract \d/);
    expect(expected(vector, deviation)).not.toEqual(vector.expect);
  });
});
