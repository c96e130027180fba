/** Fuzzes the built service in a process of its own, in two configurations. */
const stress = require('../stress/service');
const { play } = require('./play');

/** `--as` selects one of these configurations. */
const CONFIGURATIONS = /** @type {const} */ (['usual', 'strict']);

const STRICT = {
  STRICT: 'true',
  ERROR_DETAIL: 'long',
  TRUST_PROXY: 'loopback',
  CORS_ORIGINS: 'https://example.org',
  LOG_FORMAT: 'json',
};

/** No answer may contain the values of these variables, which the service does not use. */
const SECRETS = { EVENTS_CANARY: 'canary-5f1d9c', PGPASSWORD: 'canary-a07b33' };

/** The heap is measured this number of times. At the first time the caches are already full. */
const HEAP_SAMPLES = 10;
/** The heap may grow by less than this number of MiB. A leak of 100 bytes a request exceeds it in 100,000 requests. */
const MAX_GROWTH_MIB = 8;

/**
 * @typedef {Parameters<typeof play>[0]} Play
 * @typedef {import('../stress/service').Options} Start
 *
 * @param {(typeof CONFIGURATIONS)[number]} configuration
 * @param {Pick<Play, 'seed' | 'count' | 'seconds' | 'path'> & Pick<Start, 'postgres' | 'program'>} options
 * @param {import('../../test/support/script').OnEnd} onEnd
 */
async function fuzzService(configuration, { postgres, program, count, seed, path, seconds }, onEnd) {
  const env = { ...SECRETS, ...(configuration === 'strict' && STRICT) };
  const service = await stress.startService({ postgres, program, months: ['small'], env }, onEnd);
  /** @type {number[]} */
  const heap = [];
  const began = performance.now();
  const sampleHeap = async (/** @type {number} */ hostile) => {
    const spent = (performance.now() - began) / 1000 / (seconds ?? Number.POSITIVE_INFINITY);
    if (Math.max(hostile / count, spent) * HEAP_SAMPLES >= heap.length + 1) heap.push(await service.heap());
  };
  const { failure, ...played } = await play({
    address: { hostname: service.host, port: service.port },
    proof: 'Event 0 of 2031',
    secrets: secretsOf(service),
    ...{ seed, count, seconds, path, progress: sampleHeap },
  });
  const failures = [
    ...(await stress.serviceFailures(service)),
    ...warnings(service),
    ...growthFailures(heap),
  ];
  if (failure !== undefined) {
    const { complaint, bytes, path: at } = failure;
    failures.unshift(
      `${complaint}\n  hostile request: ${JSON.stringify(bytes)}\n  repeat with: --seed ${seed} --path ${at}`,
    );
  }
  return { ...played, heap, failures };
}

/** @param {import('../stress/service').Service} service */
function secretsOf({ env }) {
  return [...Object.values(SECRETS), env.DATA_DIR, env.DATABASE_URL].filter((one) => one !== undefined);
}

/**
 * Finds the first warnings and errors in the log, because a client must not cause any.
 * @param {Pick<import('../stress/service').Service, 'log'>} service
 */
const warnings = ({ log }) =>
  log()
    .split('\n')
    .filter((line) => / (?:warn|error) |"level":"(?:warn|error)"/.test(line))
    .slice(0, 5)
    .map((line) => `The service logged: ${line}`);

/** @param {readonly number[]} heap */
function growthFailures(heap) {
  const third = Math.floor(heap.length / 3);
  const growth = third === 0 ? 0 : Math.min(...heap.slice(-third)) - Math.max(...heap.slice(0, third));
  if (growth <= MAX_GROWTH_MIB) return [];
  return [`The heap grew by ${growth.toFixed(1)} MiB: ${heap.map((one) => one.toFixed(1)).join(', ')}`];
}

module.exports = { CONFIGURATIONS, fuzzService, growthFailures, secretsOf, warnings };
