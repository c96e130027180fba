/** The application withstands a few hundred of the fuzzer's requests; npm run test:slow sends ten thousand. */
import { nothing, play } from '../../scripts/fuzz/play';
import { echoService } from '../support/echo-service';
import { serveApp } from '../support/serve-app';

const COUNT = 200;

test.each([
  [{ ERROR_DETAIL: 'short' }],
  [{ ERROR_DETAIL: 'long', SERVICE_NAMESPACE: 'http://tempuri.org/', TRUST_PROXY: 'loopback' }],
  [{ STRICT: 'true', CORS_ORIGINS: 'https://example.org' }],
])(
  'with %j every hostile request is answered well or closed, and every good one exactly',
  async (env) => {
    const bugs: unknown[] = [];
    const address = await serveApp(echoService(), env, (observation) => {
      if (observation.kind === 'unexpected-error') bugs.push(observation.error);
    });
    const played = nothing();
    const options = { address, proof: 'SelectEvents|5|2031', seed: 20_260_301, count: COUNT };
    expect(await play(options, played)).toBeUndefined();
    expect(bugs).toEqual([]);
    expect(played.hostile).toBe(COUNT);
    expect(played.good).toBeGreaterThan(COUNT / 2);
  },
  120_000,
);
