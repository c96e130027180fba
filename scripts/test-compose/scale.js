/** compose.scale.yml: everything that may go away goes away while calls come in. */
const { writeFileSync } = require('node:fs');
const path = require('node:path');
const { checkCells, checkUndisturbed, eventually, selectEvents } = require('./checks');
const { importFile } = require('./import');
const { ROOT, Stack, docker } = require('./stack');

const BASE = 'http://127.0.0.1:18082';
const CAUGHT_UP = `SELECT count(*) = 2 AND bool_and(replay_lsn >= pg_current_wal_lsn()) FROM pg_stat_replication`;

/** @param {import('./transcript').Report} t */
async function scale(t) {
  t.title('docker compose -f docker-compose.yml -f compose.scale.yml up --wait --scale events=4');
  const stack = new Stack('evq-test-scale', {
    files: ['docker-compose.yml', 'compose.scale.yml'],
    ports: { nginx: '18082:80' },
  });
  await t.attempt('the scaled stack', async () => {
    t.note(`ready after ${await stack.up('--scale', 'events=4')} s`);
    await importFile(stack, path.join(ROOT, 'deploy/seed/events.json'));
    await checkCells(t, BASE);
    await checkFreshness(t, stack);
    await checkForgottenFile(t, stack);
    await checkServers(t, stack);
    await checkDatabase(t, stack);
  });
  await stack.down();
}

/**
 * An import is in every answer from the moment that the standbys have replayed it.
 * @param {import('./transcript').Report} t
 * @param {import('./stack').ComposeStack} stack
 */
async function checkFreshness(t, stack) {
  const title = 'Imported while four replicas answer';
  const file = writeEvent(stack, title);
  t.note((await importFile(stack, file)).trim());
  const replayed = await eventually(async () => (await stack.sql(CAUGHT_UP)) === 't');
  const answers = await Promise.all(Array.from({ length: 40 }, () => selectEvents(BASE, 5, 2031)));
  const fresh = answers.filter((answer) => answer.includes(title)).length;
  t.check(
    'an import is there once the standbys have replayed it',
    replayed && fresh === 40,
    `${fresh} of 40`,
  );
}

/**
 * @param {import('./stack').ComposeStack} stack
 * @param {string} title
 * @returns a file of one event
 */
function writeEvent(stack, title) {
  const file = path.join(stack.scratch, 'event.json');
  writeFileSync(
    file,
    JSON.stringify([{ title, start: '2031-05-05T08:00:00Z', end: '2031-05-05T09:00:00Z' }]),
  );
  return file;
}

/**
 * An import that names one compose file too few meets the same primary, and leaves it as it is.
 * @param {import('./transcript').Report} t
 * @param {import('./stack').ComposeStack} stack
 */
async function checkForgottenFile(t, stack) {
  const before = await stack.containers('postgres');
  const file = writeEvent(stack, 'Imported by one compose file too few');
  t.note((await importFile(stack, file, ['docker-compose.yml'])).trim());
  const after = await stack.containers('postgres');
  t.check('the primary is the same container', before.length === 1 && before.join() === after.join());
  const replayed = await eventually(async () => (await stack.sql(CAUGHT_UP)) === 't');
  t.check('the standbys replay what it imported', replayed);
}

/**
 * @param {import('./transcript').Report} t
 * @param {import('./stack').ComposeStack} stack
 */
async function checkServers(t, stack) {
  const [first = '', second = ''] = await stack.containers('events');
  const [nginx = ''] = await stack.containers('nginx');
  /** @type {(what: string, disturb: () => Promise<unknown>) => Promise<void>} */
  const undisturbed = (what, disturb) => checkUndisturbed(t, BASE, what, disturb);

  await undisturbed('nothing happens', async () => {});
  await checkKeptConnections(t, nginx);
  await undisturbed('a replica is stopped', () => docker('stop', first));
  await undisturbed('it is started again', () => docker('start', first));
  await undisturbed('a replica is killed', () => docker('kill', second));
  await undisturbed('it is started again', () => docker('start', second));
  await undisturbed('nginx is reloaded, three times', async () => {
    for (let turn = 0; turn < 3; turn++) await docker('exec', nginx, 'nginx', '-s', 'reload');
  });
  await undisturbed('four replicas become two', () => stack.up('--no-recreate', '--scale', 'events=2'));
  await undisturbed('two replicas become four', () => stack.up('--no-recreate', '--scale', 'events=4'));

  const before = await stack.containers('events');
  await undisturbed('a rolling update', async () => {
    await relabel();
    await stack.script('deploy/rolling-update.sh');
  });
  const after = await stack.containers('events');
  const replaced = after.length === 4 && after.every((id) => !before.includes(id));
  t.check('four other replicas run', replaced, `${before.length} before, ${after.length} after`);
}

/**
 * A connection for each call costs a replica a tenth of a millisecond more (docs/scale.md).
 * @param {import('./transcript').Report} t
 * @param {string} nginx its container
 */
async function checkKeptConnections(t, nginx) {
  // Of each line: the other end's port, 8080, and the state, established.
  const kept = (await docker('exec', nginx, 'cat', '/proc/net/tcp')).match(/:1F90 01 /g)?.length ?? 0;
  t.check('nginx keeps connections to the replicas when nobody calls', kept >= 4, `${kept} connections`);
}

/** Another image under the same name, as a build makes it. */
async function relabel() {
  const image = process.env.EVENTS_IMAGE ?? '';
  const container = await docker('create', image);
  await docker('commit', '--change', `LABEL rolled=${Date.now()}`, container, image);
  await docker('rm', '--volumes', container);
}

/**
 * @param {import('./transcript').Report} t
 * @param {import('./stack').ComposeStack} stack
 */
async function checkDatabase(t, stack) {
  const [one = ''] = await stack.containers('standby-1');
  const [other = ''] = await stack.containers('standby-2');
  /** @type {(what: string, disturb: () => Promise<unknown>) => Promise<void>} */
  const undisturbed = (what, disturb) => checkUndisturbed(t, BASE, what, disturb);

  await undisturbed('a standby is stopped', () => docker('stop', one));
  await undisturbed('it is started again', () => docker('start', one));
  await eventually(async () => (await stack.sql(CAUGHT_UP)) === 't');
  await undisturbed('the other standby is killed', () => docker('kill', other));
  await undisturbed('it is started again', () => docker('start', other));
  await undisturbed('PgBouncer is restarted', () => stack.compose('restart', 'pgbouncer'));
  await undisturbed('the primary is restarted', () => stack.compose('restart', 'postgres'));
  const caughtUp = await eventually(async () => (await stack.sql(CAUGHT_UP)) === 't');
  t.check('both standbys follow the primary again', caughtUp);
}

module.exports = { scale };
