/** An older release, its database and its events, brought up to this one. */
const { execFileSync } = require('node:child_process');
const { cpSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { checkCells, selectEvents } = require('./checks');
const { importFile } = require('./import');
const { ROOT, Stack, docker } = require('./stack');

const BASE = 'http://127.0.0.1:18085';
const OLDER = 'events-query:evq-test-older';

/**
 * The last commit before the newest migration, so that an upgrade has one to do.
 * @returns {string | undefined} nothing where the history is not here
 */
function olderCommit() {
  try {
    const git = (/** @type {string[]} */ ...args) =>
      execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    const newest = git('ls-files', 'migrations').split('\n').sort().at(-1) ?? '';
    const added = git('log', '--diff-filter=A', '--format=%H', '--', newest).split('\n').at(-1);
    return git('rev-parse', '--verify', `${added}^`);
  } catch {
    return undefined;
  }
}

/** @param {import('./transcript').Report} t */
async function upgrade(t) {
  const commit = olderCommit();
  if (commit === undefined) {
    t.check('an upgrade', false, 'the history of the repository is not here, so there is no older release');
    return;
  }
  t.title(`an upgrade from ${commit.slice(0, 12)}`);
  const stack = new Stack('evq-test-upgrade', {
    files: ['docker-compose.yml'],
    ports: { events: '18085:8080' },
  });
  await t.attempt('the upgrade', async () => {
    const older = path.join(stack.scratch, 'older');
    mkdirSync(older);
    await stack.shell(`git archive ${commit} | tar -x -C ${older}`);
    const network = process.env.BUILD_NETWORK ? ['--network', process.env.BUILD_NETWORK] : [];
    await docker('build', '-q', ...network, '-t', OLDER, older);
    const file = path.join(older, 'docker-compose.yml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/image: \S*events-query\S*/, `image: ${OLDER}`));
    cpSync(path.join(stack.scratch, 'ports.yml'), path.join(older, 'ports.yml'));
    const now = stack.env.COMPOSE_FILE;
    stack.env.COMPOSE_FILE = [file, path.join(older, 'ports.yml')].join(':');
    await stack.up();
    await importFile(stack, path.join(ROOT, 'deploy/seed/events.json'));
    const before = await selectEvents(BASE, 1, 2026);

    stack.env.COMPOSE_FILE = now;
    t.note(`ready after ${await stack.up()} s`);
    t.check(
      'the events are as they were',
      before.length > 4 && (await selectEvents(BASE, 1, 2026)) === before,
    );
    await checkCells(t, BASE);
  });
  await stack.down();
  await docker('rmi', '--force', OLDER).catch(() => {});
}

module.exports = { upgrade };
