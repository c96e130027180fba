/** What happens to databases. */
const { setTimeout: sleep } = require('node:timers/promises');

/**
 * @typedef {object} Scene
 * @property {import('../../test/support/postgres').Postgres} primary
 * @property {import('../../test/support/postgres').Postgres} standby
 * @property {(to: import('../../test/support/postgres').Postgres) => void} lead where new connections of the service go
 * @property {() => void} cut ends the service's connections
 * @property {(isSilent: boolean) => void} hush whether nothing gets through any more
 *
 * @typedef {object} Phase
 * @property {string} name
 * @property {boolean} mayFail whether calls may be told that the database is away
 * @property {boolean} [mayLag] whether a standby is read, whose answers may be older than the last change
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
    mayLag: true,
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
    mayLag: true,
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

module.exports = { PHASES };
