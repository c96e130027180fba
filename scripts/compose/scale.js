/** Stops, kills and restarts every part of compose.scale.yml while clients call. */
const path = require('node:path');
const { eventually } = require('../stress/calls');
const { selectEvents } = require('./checks');
const { docker, IMAGE, onStack, ROOT, run, SERVICE } = require('./stack');

/** @typedef {import('./checks').ComposeChecks} Checks */
/** @typedef {import('./stack').ComposeStack} Stack */

const FILES = ['docker-compose.yml', 'compose.scale.yml'];
const CAUGHT_UP =
  'SELECT count(*) = 2 AND bool_and(replay_lsn >= pg_current_wal_lsn()) FROM pg_stat_replication';

/** @param {Checks} checks */
async function scale(checks) {
  await onStack({ files: FILES, up: ['--scale', 'events=4'] }, async (stack) => {
    await stack.importSeed();
    await checks.calls(SERVICE);
    await checkImports(checks, stack);
    const [nginx = ''] = await stack.containers('nginx');
    // Matches port 8080 and the state ESTABLISHED.
    const kept = (await docker('exec', nginx, 'cat', '/proc/net/tcp')).match(/:1F90 01 /g)?.length ?? 0;
    checks.check('nginx keeps connections to the replicas', kept >= 4, `${kept} connections`);
    for (const [what, disturb] of await disturbances(stack, nginx))
      await checks.undisturbed(SERVICE, what, disturb);

    const before = await stack.containers('events');
    await checks.undisturbed(SERVICE, 'a rolling update', async () => {
      await relabel();
      await run(path.join(ROOT, 'deploy/rolling-update.sh'), [], stack.env);
    });
    const after = await stack.containers('events');
    const isReplaced = after.length === 4 && after.every((id) => !before.includes(id));
    checks.check('four other replicas run', isReplaced);
    checks.check('both standbys follow the primary again', await hasCaughtUp(stack));
  });
}

/** @param {Stack} stack */
const hasCaughtUp = (stack) => eventually(async () => (await stack.sql(CAUGHT_UP)) === 't');

/**
 * Checks that every answer contains an import when the standbys have replayed it, even if the import used only one
 * compose file.
 * @param {Checks} checks
 * @param {Stack} stack
 */
async function checkImports(checks, stack) {
  for (const [title, files] of /** @type {const} */ ([
    ['Imported while four replicas answer', FILES],
    ['Imported by one compose file too few', ['docker-compose.yml']],
  ])) {
    const { COMPOSE_FILE } = stack.env;
    const before = await stack.containers('postgres');
    stack.env.COMPOSE_FILE = files.map((file) => path.join(ROOT, file)).join(':');
    await stack.importEvent(title);
    stack.env.COMPOSE_FILE = COMPOSE_FILE;
    const isReplayed = await hasCaughtUp(stack);
    const answers = await Promise.all(Array.from({ length: 40 }, () => selectEvents(SERVICE, 5, 2031)));
    const fresh = answers.filter((answer) => answer.includes(title)).length;
    const isSame = before.join() === (await stack.containers('postgres')).join();
    checks.check(
      `the event "${title}" is in all answers`,
      isReplayed && isSame && fresh === 40,
      `${fresh} of 40`,
    );
  }
}

/**
 * @param {Stack} stack
 * @param {string} nginx
 * @returns {Promise<[what: string, disturb: () => Promise<unknown>][]>}
 */
async function disturbances(stack, nginx) {
  const [first = '', second = ''] = await stack.containers('events');
  const [one = ''] = await stack.containers('standby-1');
  const [other = ''] = await stack.containers('standby-2');
  const reload = () => docker('exec', nginx, 'nginx', '-s', 'reload');
  const replicas = (/** @type {number} */ count) => stack.up('--no-recreate', '--scale', `events=${count}`);
  return [
    ['nothing happens', async () => {}],
    ['a replica is stopped', () => docker('stop', first)],
    ['the stopped replica is started again', () => docker('start', first)],
    ['a replica is killed', () => docker('kill', second)],
    ['the killed replica is started again', () => docker('start', second)],
    ['nginx is reloaded, three times', () => reload().then(reload).then(reload)],
    ['four replicas become two', () => replicas(2)],
    ['two replicas become four', () => replicas(4)],
    ['a standby is stopped', () => docker('stop', one)],
    ['the stopped standby is started again', () => docker('start', one).then(() => hasCaughtUp(stack))],
    ['the other standby is killed', () => docker('kill', other)],
    ['the killed standby is started again', () => docker('start', other).then(() => hasCaughtUp(stack))],
    ['PgBouncer is restarted', () => stack.compose('restart', 'pgbouncer')],
    ['the primary is restarted', () => stack.compose('restart', 'postgres')],
  ];
}

/** Creates a new image under the image's name, as a build does. */
async function relabel() {
  const container = await docker('create', IMAGE);
  await docker('commit', '--change', `LABEL rolled=${Date.now()}`, container, IMAGE);
  await docker('rm', '--volumes', container);
}

module.exports = { scale };
