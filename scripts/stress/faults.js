/** Defines faults of the database, and of the network between it and the service. */
const { setTimeout: sleep } = require('node:timers/promises');

/**
 * @typedef {import('../../test/support/postgres').Postgres} Postgres
 *
 * @typedef {object} Scene
 * @property {Postgres} primary
 * @property {InstanceType<typeof import('../../test/support/tcp-proxy').TcpProxy>} proxy before the primary
 * @property {Postgres} [standby]
 *
 * @typedef {object} Fault
 * @property {string} name
 * @property {boolean} mayFail whether calls may fail because the database is unavailable
 * @property {boolean} [needsStandby] if true, answers may lag behind the last change
 * @property {'retried' | 'unavailable' | 'denied' | 'unusable'} [causes] a kind of database error that the service must
 *   count, because a fault that it does not notice shows nothing
 * @property {(scene: Scene) => Promise<unknown>} run returns when the fault is over
 */

/** @param {number} count @param {number} pauseMs @param {() => unknown} action */
async function repeat(count, pauseMs, action) {
  for (let time = 0; time < count; time++) {
    await action();
    await sleep(pauseMs);
  }
}

/**
 * @param {string} name
 * @param {NonNullable<Fault['causes']>} causes
 * @param {(primary: Postgres) => Promise<unknown>} harm
 * @param {(primary: Postgres) => Promise<unknown>} repair
 * @returns {Fault} a fault that lasts three seconds
 */
const forThreeSeconds = (name, causes, harm, repair) => ({
  name: `${name} for three seconds`,
  mayFail: true,
  causes,
  async run({ primary }) {
    await harm(primary);
    await sleep(3_000);
    await repair(primary);
  },
});

/**
 * During a short fault a call waits. If the fault lasts longer, the call gets the answer that the database is not
 * available.
 */
const SHORT = /** @type {const} */ ({ mayFail: false, causes: 'retried' });
const LONG = /** @type {const} */ ({ mayFail: true, causes: 'unavailable' });

/** @type {readonly Fault[]} */
const FAULTS = [
  { name: 'nothing', mayFail: false, run: () => sleep(1_000) },
  { name: 'restart', ...SHORT, run: ({ primary }) => primary.restart() },
  { name: 'restart that takes a second and a half', ...SHORT, run: ({ primary }) => primary.restart(1_500) },
  {
    name: 'connections ended by the server, five times',
    ...SHORT,
    run: ({ primary }) => repeat(5, 200, primary.terminate),
  },
  {
    name: 'connections ended by the network, five times',
    ...SHORT,
    run: ({ proxy }) => repeat(5, 200, () => proxy.disconnect()),
  },
  { name: 'frozen for eight seconds', ...LONG, run: ({ primary }) => primary.freeze(8_000) },
  {
    name: 'silent network for eight seconds',
    ...LONG,
    async run({ proxy }) {
      proxy.freeze();
      await sleep(8_000);
      proxy.thaw();
    },
  },
  { name: 'away for eight seconds', ...LONG, run: ({ primary }) => primary.restart(8_000) },
  forThreeSeconds(
    'the password changed',
    'denied',
    async (primary) => {
      await primary.query("ALTER ROLE events_reader PASSWORD 'another'");
      await primary.terminate();
    },
    (primary) => primary.query("ALTER ROLE events_reader PASSWORD 'reader'"),
  ),
  forThreeSeconds(
    'the table gone',
    'unusable',
    (primary) => primary.query('ALTER TABLE event RENAME TO away'),
    (primary) => primary.query('ALTER TABLE away RENAME TO event'),
  ),
  forThreeSeconds(
    'the right to read taken',
    'denied',
    (primary) => primary.query('REVOKE SELECT ON event FROM events_reader'),
    (primary) => primary.query('GRANT SELECT ON event TO events_reader'),
  ),
  forThreeSeconds(
    'only two connections allowed',
    'retried',
    async (primary) => {
      await primary.query('ALTER ROLE events_reader CONNECTION LIMIT 2');
      await primary.terminate();
    },
    (primary) => primary.query('ALTER ROLE events_reader CONNECTION LIMIT -1'),
  ),
  {
    name: 'the table locked for two seconds',
    mayFail: false,
    run: ({ primary }) =>
      primary.query('BEGIN; LOCK TABLE event IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(2); COMMIT'),
  },
  {
    name: 'a standby is read, and what its primary does conflicts with reads',
    mayFail: true,
    needsStandby: true,
    async run({ primary, proxy, standby = primary }) {
      proxy.leadTo(standby.url);
      /** @type {boolean | undefined} */
      let isCancelled;
      void standby.query('SELECT pg_sleep(30) FROM event LIMIT 1').then(
        () => (isCancelled = false),
        () => (isCancelled = true),
      );
      for (let round = 0; round < 20 || isCancelled === undefined; round++) {
        // Reads of the service are short, so there are twenty locks: a single lock would seldom come during a read.
        await primary.query('BEGIN; LOCK TABLE event IN ACCESS EXCLUSIVE MODE; COMMIT;'.repeat(20));
        await primary.query('UPDATE event SET title = title WHERE id = 1');
        await primary.query('VACUUM event');
        await sleep(100);
      }
      if (!isCancelled) throw new Error('Nothing that the primary did cancelled a long read of its standby.');
    },
  },
  {
    name: 'the primary dies, and its standby is promoted',
    ...SHORT,
    needsStandby: true,
    async run({ primary, proxy, standby = primary }) {
      proxy.leadTo(primary.url);
      await sleep(500);
      await primary.stop();
      proxy.leadTo(standby.url);
      await standby.query('SELECT pg_promote()');
    },
  },
];

module.exports = { FAULTS };
