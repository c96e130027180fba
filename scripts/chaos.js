#!/usr/bin/env node
/**
 * What happens to databases, one after the other, while sixteen clients call by every binding and hold each answer
 * against the right one.
 *
 *   npm run chaos
 *   npm run chaos -- --only standby     the phases whose name holds this
 *
 * Ends with 1 for a wrong answer, a failed call in a phase that promises none, an answer that came too late, a service
 * that is not ready again by itself, or when nothing was asked.
 */
const http = require('node:http');
const { connect, createServer } = require('node:net');
const { setTimeout: sleep } = require('node:timers/promises');
const { parseArgs } = require('node:util');
const { CALLS_WITHOUT_DATABASE, SMALL_CALLS, Truth } = require('./hardness/calls');
const { startPostgres } = require('./hardness/postgres');
const { startService } = require('./hardness/service');
const { WrongUse, tellsWrongUse } = require('./wrong-use');

const CALLERS = 16;
const QUERY_TIMEOUT_MS = 5_000;
/** What a call may take beyond that, on a machine that is busy with databases. */
const SLACK_MS = 3_000;
/** Calls before what happens, and behind it. */
const PEACE_MS = 500;
const READY_AGAIN_MS = 30_000;

/**
 * @typedef {object} Scene
 * @property {import('./hardness/postgres').OwnPostgres} primary
 * @property {import('./hardness/postgres').OwnPostgres} standby
 * @property {(to: import('./hardness/postgres').OwnPostgres) => void} lead where new connections of the service go
 * @property {() => void} cut ends the service's connections
 * @property {(isSilent: boolean) => void} hush whether nothing gets through any more
 *
 * @typedef {object} Phase
 * @property {string} name
 * @property {boolean} mayFail whether calls may be told that the database is away
 * @property {(scene: Scene) => Promise<void>} run
 */

/** @param {() => Promise<unknown>} harm @param {number} milliseconds @param {() => Promise<unknown>} repair */
const during = async (harm, milliseconds, repair) => {
  await harm();
  await sleep(milliseconds);
  await repair();
};

/** @type {readonly Phase[]} */
const PHASES = [
  { name: 'nothing', mayFail: false, run: () => sleep(1_000) },
  { name: 'restart', mayFail: false, run: ({ primary }) => primary.restart() },
  {
    name: 'restart that takes a second and a half',
    mayFail: false,
    run: ({ primary }) => primary.restart(1_500),
  },
  {
    name: 'connections ended by the server, five times',
    mayFail: false,
    async run({ primary }) {
      for (let time = 0; time < 5; time++) {
        await primary.terminate();
        await sleep(200);
      }
    },
  },
  {
    name: 'connections ended on the way, five times',
    mayFail: false,
    async run({ cut }) {
      for (let time = 0; time < 5; time++) {
        cut();
        await sleep(200);
      }
    },
  },
  { name: 'frozen for eight seconds', mayFail: true, run: ({ primary }) => primary.freeze(8_000) },
  {
    name: 'silent on the way for eight seconds',
    mayFail: true,
    async run({ hush }) {
      hush(true);
      await sleep(8_000);
      hush(false);
    },
  },
  { name: 'away for eight seconds', mayFail: true, run: ({ primary }) => primary.restart(8_000) },
  {
    name: 'the password changed for three seconds',
    mayFail: true,
    async run({ primary }) {
      await primary.query("ALTER ROLE events_reader PASSWORD 'another'");
      await primary.terminate();
      await sleep(3_000);
      await primary.query("ALTER ROLE events_reader PASSWORD 'reader'");
    },
  },
  {
    name: 'the table gone for three seconds',
    mayFail: true,
    run: ({ primary }) =>
      during(
        () => primary.query('ALTER TABLE event RENAME TO away'),
        3_000,
        () => primary.query('ALTER TABLE away RENAME TO event'),
      ),
  },
  {
    name: 'the right to read taken for three seconds',
    mayFail: true,
    run: ({ primary }) =>
      during(
        () => primary.query('REVOKE SELECT ON event FROM events_reader'),
        3_000,
        () => primary.query('GRANT SELECT ON event TO events_reader'),
      ),
  },
  {
    name: 'too many connections: two allowed',
    mayFail: true,
    async run({ primary }) {
      await primary.query('ALTER ROLE events_reader CONNECTION LIMIT 2');
      await primary.terminate();
      await sleep(3_000);
      await primary.query('ALTER ROLE events_reader CONNECTION LIMIT -1');
    },
  },
  {
    name: 'the table locked for two seconds',
    mayFail: false,
    run: async ({ primary }) => {
      await primary.query('BEGIN; LOCK TABLE event IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(2); COMMIT');
    },
  },
  {
    name: 'a standby is read, and what its primary does is in the way of reads',
    mayFail: true,
    async run({ primary, standby, lead, cut }) {
      lead(standby);
      cut();
      for (let time = 0; time < 20; time++) {
        await primary.query('BEGIN; LOCK TABLE event IN ACCESS EXCLUSIVE MODE; COMMIT');
        await primary.query('UPDATE event SET title = title WHERE id = 1');
        await primary.query('VACUUM event');
        await sleep(100);
      }
    },
  },
  {
    name: 'the primary dies, and its standby is promoted',
    mayFail: false,
    async run({ primary, standby, lead, cut }) {
      lead(primary);
      cut();
      await sleep(500);
      await primary.stop();
      lead(standby);
      cut();
      await standby.query('SELECT pg_promote()');
    },
  },
];

async function main() {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const phases = PHASES.filter(({ name }) => name.includes(values.only ?? ''));
  if (phases.length === 0) throw new WrongUse(`No phase's name holds ${JSON.stringify(values.only)}.`);
  const primary = await startPostgres();
  const way = await openWay(primary.url);
  const env = { DATABASE_URL: primary.url, READER_PASSWORD: 'reader' };
  const reader = new URL(way.url);
  reader.username = 'events_reader';
  reader.password = 'reader';
  const service = await startService(env, {
    months: ['small'],
    // Kept answers would be right without a database.
    served: { DATABASE_URL: reader.href, QUERY_TIMEOUT_MS: String(QUERY_TIMEOUT_MS), CACHE_BYTES: '0' },
  });
  const standby = await primary.copy();
  try {
    const scene = { primary, standby, ...way };
    const truth = await Truth.of(service, [...SMALL_CALLS, ...CALLS_WITHOUT_DATABASE]);
    console.log('  right  wrong   away   busy  cut off  without database  slowest ms  ready after ms');
    let faults = 0;
    for (const phase of phases) faults += (await play(phase, scene, service, truth)) ? 0 : 1;
    console.log(`\n${phases.length} phases, ${faults} not as they should be.`);
    process.exitCode = faults === 0 ? 0 : 1;
  } finally {
    await service.stop();
    way.close();
    await standby.stop();
    await primary.stop();
  }
}

/**
 * @param {Phase} phase
 * @param {Scene} scene
 * @param {import('./hardness/service').Service} service
 * @param {InstanceType<typeof Truth>} truth
 * @returns {Promise<boolean>} whether it was as it should be
 */
async function play({ name, mayFail, run }, scene, service, truth) {
  /** @type {Record<import('./hardness/calls').Outcome, number>} */
  const seen = { right: 0, wrong: 0, away: 0, busy: 0, 'cut off': 0 };
  let slowest = 0;
  let failedWithout = 0;
  let isOver = false;
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    for (let at = caller; !isOver; at++) {
      const isWithout = at % 5 === 0;
      const calls = isWithout ? CALLS_WITHOUT_DATABASE : SMALL_CALLS;
      const call = calls[at % calls.length] ?? SMALL_CALLS[0];
      if (call === undefined) continue;
      const began = performance.now();
      const outcome = await truth.hold(service, call, agent);
      slowest = Math.max(slowest, performance.now() - began);
      seen[outcome]++;
      if (isWithout && outcome !== 'right') failedWithout++;
    }
    agent.destroy();
  });
  await sleep(PEACE_MS);
  await run(scene);
  const readyAfter = await readyAgain(service);
  await sleep(PEACE_MS);
  isOver = true;
  await Promise.all(callers);
  const failed = seen.away + seen.busy + seen['cut off'];
  const isRight =
    seen.right > 0 &&
    seen.wrong + seen['cut off'] + failedWithout === 0 &&
    (mayFail || failed === 0) &&
    slowest <= QUERY_TIMEOUT_MS + SLACK_MS &&
    readyAfter !== undefined;
  const numbers = [seen.right, seen.wrong, seen.away, seen.busy, seen['cut off'], failedWithout];
  const columns = [...numbers, Math.round(slowest), readyAfter ?? 'never'].map((value, at) =>
    String(value).padStart([7, 7, 7, 7, 9, 18, 12, 16][at] ?? 0),
  );
  console.log(`${columns.join('')}  ${isRight ? '' : 'BEYOND '}${name}`);
  return isRight;
}

/**
 * @param {import('./hardness/service').Service} service
 * @returns {Promise<number | undefined>} milliseconds
 */
async function readyAgain({ adminPort }) {
  const began = performance.now();
  for (;;) {
    const { status } = await fetch(`http://127.0.0.1:${adminPort}/ready`);
    if (status === 200) return Math.round(performance.now() - began);
    if (performance.now() - began > READY_AGAIN_MS) return undefined;
    await sleep(50);
  }
}

/**
 * The way between the service and its database, as a proxy or a virtual address is one.
 * @param {string} databaseUrl
 */
async function openWay(databaseUrl) {
  let target = Number(new URL(databaseUrl).port);
  let isSilent = false;
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  const server = createServer((client) => {
    const database = connect(target, '127.0.0.1');
    for (const [source, sink] of /** @type {const} */ ([
      [client, database],
      [database, client],
    ])) {
      sockets.add(source);
      source.on('data', (chunk) => {
        if (!isSilent) sink.write(chunk);
      });
      source.on('error', () => {});
      source.on('close', () => {
        sockets.delete(source);
        sink.destroy();
      });
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' ? address?.port : 0);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    lead: (/** @type {import('./hardness/postgres').OwnPostgres} */ to) => {
      target = Number(new URL(to.url).port);
    },
    hush: (/** @type {boolean} */ is) => {
      isSilent = is;
      // What was swallowed is missing for ever.
      if (!is) cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}

main().catch((error) => {
  if (tellsWrongUse(error)) return;
  console.error(error);
  process.exitCode = 1;
});
