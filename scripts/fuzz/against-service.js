/** The fuzzer's requests against the built service in a process of its own, as every kind of operator sets it up. */
const { playRequests } = require('./play-requests');
const { startService } = require('../stress/service');
const { startPostgres } = require('../../test/support/postgres');

/**
 * What `--as` chooses among.
 * @typedef {'usual' | 'strict'} SetUp
 * @type {Readonly<Record<SetUp, Readonly<Record<string, string>>>>}
 */
const SETTINGS = {
  usual: {},
  strict: {
    STRICT: 'true',
    ERROR_DETAIL: 'long',
    TRUST_PROXY: 'loopback',
    CORS_ORIGINS: 'https://example.org',
    LOG_FORMAT: 'json',
  },
};

/** What no answer is to hold, in a variable that the service has no use for. */
const SECRETS = { EVENTS_CANARY: 'canary-5f1d9c', PGPASSWORD: 'canary-a07b33' };

/** That play at the same time, each a seed of its own: one after another would wait more than work. */
const CLIENTS = 4;
/** How often the heap is looked at; the first look is after what fills caches. */
const LOOKS = 10;
/** Below it growth is caches that fill. A leak of 100 bytes a request is more after 100,000. */
const MAX_GROWTH_MIB = 8;

/**
 * @typedef {object} Options
 * @property {number} seed
 * @property {number} count
 * @property {number | undefined} [seconds]
 * @property {string | undefined} [path] of a failure that is to be repeated
 * @property {boolean} [postgres]
 * @property {string | undefined} [main] the built program
 *
 * @typedef {object} Findings
 * @property {number} hostile
 * @property {number} good
 * @property {ReadonlyMap<string, ReadonlyMap<string, number>>} counts
 * @property {readonly number[]} heap MiB, as the requests went on
 * @property {number} resident MiB at the end
 * @property {readonly string[]} failures sentences; none is what is wanted
 */

/**
 * @param {SetUp} settings
 * @param {Options} options
 * @returns {Promise<Findings>}
 */
async function fuzzService(settings, { postgres: isPostgres = false, main, ...options }) {
  const postgres = isPostgres ? await startPostgres() : undefined;
  try {
    const database = postgres === undefined ? {} : { DATABASE_URL: postgres.url };
    const service = await startService(
      { ...SECRETS, ...SETTINGS[settings], ...database },
      { main, months: ['small'] },
    );
    try {
      return await fuzz(service, options);
    } finally {
      await service.stop();
    }
  } finally {
    await postgres?.stop();
  }
}

/**
 * @param {import('../stress/service').Service} service
 * @param {Options} options
 * @returns {Promise<Findings>}
 */
async function fuzz(service, options) {
  /** @type {number[]} */
  const heap = [];
  const { count, seed, path, seconds } = options;
  const clients = path === undefined ? CLIENTS : 1;
  const share = Math.ceil(count / clients);
  const began = performance.now();
  const doneOf = (/** @type {number} */ played) =>
    Math.max(played / share, (performance.now() - began) / (1000 * (seconds ?? Number.POSITIVE_INFINITY)));
  const lanes = await Promise.all(
    Array.from({ length: clients }, (_, client) =>
      playRequests({
        address: { hostname: service.host, port: service.port },
        proof: 'Event 0 of 2031',
        secrets: secretsOf(service),
        ...{ seed: seed + client, count: share, seconds, path },
        async progress(played) {
          if (client === 0 && doneOf(played) * LOOKS >= heap.length + 1) heap.push(await service.heap());
        },
      }),
    ),
  );
  const ended = service.ended();
  const failures = lanes.flatMap(({ failure }, client) =>
    failure === undefined
      ? []
      : [
          `${failure.complaint}\n  of ${JSON.stringify(failure.bytes)}\n  again: --seed ${seed + client} --path ${failure.path}`,
        ],
  );
  if (ended !== undefined)
    failures.push(`The service ended: ${JSON.stringify(ended)} ${service.log().slice(-2000)}`);
  else failures.push(...(await troubles(service)));
  const growth = growthOf(heap);
  if (growth > MAX_GROWTH_MIB)
    failures.push(
      `The heap grew by ${growth.toFixed(1)} MiB: ${heap.map((one) => one.toFixed(1)).join(', ')}`,
    );
  return {
    hostile: lanes.reduce((sum, { hostile }) => sum + hostile, 0),
    good: lanes.reduce((sum, { good }) => sum + good, 0),
    counts: lanes.map(({ counts }) => counts).reduce(added),
    heap,
    resident: ended === undefined ? service.memory().now : 0,
    failures,
  };
}

/** @param {import('../stress/service').Service} service */
function secretsOf({ env }) {
  return [...Object.values(SECRETS), env.DATA_DIR, env.DATABASE_URL].filter((one) => one !== undefined);
}

/** @typedef {ReadonlyMap<string, ReadonlyMap<string, number>>} Counts */

/**
 * @param {Counts} some
 * @param {Counts} more
 * @returns {Counts}
 */
function added(some, more) {
  const sum = new Map(Array.from(some, ([kind, ends]) => [kind, new Map(ends)]));
  for (const [kind, ends] of more) {
    const row = sum.get(kind) ?? new Map();
    for (const [end, count] of ends) row.set(end, (row.get(end) ?? 0) + count);
    sum.set(kind, row);
  }
  return sum;
}

/**
 * What the service itself thinks went wrong.
 * @param {import('../stress/service').Service} service
 * @returns {Promise<string[]>}
 */
async function troubles(service) {
  const counted = /^events_query_unexpected_errors_total (\d+)/m.exec(await service.metrics())?.[1];
  const lines = service
    .log()
    .split('\n')
    .filter((line) => / (?:warn|error) |"level":"(?:warn|error)"/.test(line));
  return [
    ...(counted === '0' ? [] : [`Errors that nobody expected: ${counted}`]),
    ...lines.slice(0, 5).map((line) => `It logged: ${line}`),
  ];
}

/** By how much even the least of the last looks is above the most of the first. @param {readonly number[]} heap */
function growthOf(heap) {
  const third = Math.floor(heap.length / 3);
  return third === 0 ? 0 : Math.min(...heap.slice(-third)) - Math.max(...heap.slice(0, third));
}

/** @type {readonly SetUp[]} */
const SET_UPS = ['usual', 'strict'];

module.exports = { fuzzService, SET_UPS };
