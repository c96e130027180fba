/** What clients do to the service, and what happens to its database, one after the other as a seed says. */
const { setTimeout: sleep } = require('node:timers/promises');
const { get } = require('./data');
const { REQUESTS, SIZES } = require('./hostile-requests');
const { Target } = require('./target');

/** Between two things that happen to Postgres. */
const CHAOS_PAUSE_MS = 15_000;

/**
 * @param {import('./service').Service} service
 * @param {() => boolean} isOver
 * @param {import('../../test/support/random').Random} random
 * @param {(what: string) => void} note
 */
async function beHostile(service, isOver, random, note) {
  const requests = Object.values(REQUESTS).map((request) => request(SIZES.usual));
  /** @type {Record<string, (target: InstanceType<typeof Target>) => Promise<void>>} */
  const disturbances = {
    'hostile request': (target) => Promise.race([target.ask(random.pick(requests)), sleep(5_000)]),
    'broken request': async (target) => {
      const request = random.pick(requests).slice(0, 200_000);
      const at = random.below(Math.min(request.length, 2_000));
      const broken =
        request.slice(0, at) + random.pick(['\0', '\r\n', ' ', '\x80', '']) + request.slice(at + 1);
      (await target.open({ reads: true })).write(broken, 'latin1');
      await sleep(200);
    },
    'reader of a byte a moment': async (target) => {
      const socket = await target.open();
      socket.write(get('long'));
      for (let read = 0; read < 30; read++) {
        await sleep(100);
        socket.read(1);
      }
    },
    'gone after asking': async (target) => {
      const socket = await target.open();
      socket.write(get(random.pick(['small', 'long', 'huge'])), () => socket.resetAndDestroy());
      await sleep(20);
    },
    'pipelined and not read': async (target) => {
      (await target.open()).write(get('long').repeat(8));
      await sleep(1_000);
    },
    'idle connections': async (target) => {
      await Promise.all(Array.from({ length: 100 }, () => target.open()));
      await sleep(500);
    },
    'chunks of a byte': async (target) => {
      const head =
        'POST /WebServices/Events.asmx HTTP/1.1\r\nHost: h\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n';
      (await target.open({ reads: true })).write(head + '1\r\nx\r\n'.repeat(20_000));
      await sleep(500);
    },
  };
  while (!isOver()) {
    const [what, disturbance] = random.pick(Object.entries(disturbances));
    const target = new Target(service);
    await disturbance(target).finally(() => target.close());
    note(what);
  }
}

/**
 * @param {import('../../test/support/postgres').Postgres} postgres
 * @param {() => boolean} isOver
 * @param {import('../../test/support/random').Random} random
 * @param {(what: string) => void} note
 */
async function disturb(postgres, isOver, random, note) {
  /** @type {Record<string, () => Promise<unknown>>} */
  const disturbances = {
    'backends terminated': () => postgres.terminate(),
    'Postgres restarted': () => postgres.restart(),
    'Postgres away for eight seconds': () => postgres.restart(8_000),
    'Postgres frozen for three seconds': () => postgres.freeze(3_000),
    'events locked for two seconds': () =>
      postgres.query('BEGIN; LOCK TABLE event IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(2); COMMIT'),
  };
  for (;;) {
    const next = performance.now() + CHAOS_PAUSE_MS;
    while (!isOver() && performance.now() < next) await sleep(200);
    if (isOver()) return;
    const [what, disturbance] = random.pick(Object.entries(disturbances));
    await disturbance();
    note(what);
  }
}

module.exports = { beHostile, disturb };
