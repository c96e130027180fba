/** docker-compose.yml, and the image by itself. */
const { writeFileSync } = require('node:fs');
const path = require('node:path');
const { checkCells, checkUndisturbed, eventually, selectEvents } = require('./checks');
const { importFile } = require('./import');
const { ROOT, Stack, docker } = require('./stack');

const BASE = 'http://127.0.0.1:18081';
/** A password of every character of ASCII that can be seen. */
const PRINTABLE = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 33 + index));

/** @param {import('./transcript').Report} t */
async function plain(t) {
  t.title('docker compose up --wait');
  const stack = new Stack('evq-test-plain', {
    files: ['docker-compose.yml'],
    ports: { events: '18081:8080' },
    env: {
      POSTGRES_PASSWORD: PRINTABLE,
      READER_PASSWORD: [...PRINTABLE].reverse().join(''),
      MAX_EVENTS: '9876',
    },
  });
  await t.attempt('the plain stack', async () => {
    t.note(`ready after ${await stack.up()} s`);
    await importFile(stack, path.join(ROOT, 'deploy/seed/events.json'));
    await checkCells(t, BASE);

    const file = path.join(stack.scratch, 'imported.json');
    writeFileSync(file, JSON.stringify([{ title: 'Imported', start: '2031-05-05', end: '2031-05-06' }]));
    t.note((await importFile(stack, file)).trim());
    t.check('an import is in the next answer', (await selectEvents(BASE, 5, 2031)).includes('"Imported"'));

    const config = await stack.compose('exec', '-T', 'events', 'node', 'dist/main.js', 'config');
    t.check('a setting of the environment reaches the service', config.includes('MAX_EVENTS=9876\n'));
    const logs = await stack.compose('logs', '--no-color');
    const parts = PRINTABLE.split(/[@/?#:%]/).filter(({ length }) => length > 4);
    t.check('no password is logged', !parts.some((part) => logs.includes(part)));
    await checkBackup(t, stack);

    await checkUndisturbed(t, BASE, 'the database is restarted', () => stack.compose('restart', 'postgres'));
    await stack.compose('down');
    await stack.up();
    t.check(
      'what was imported outlives the containers',
      (await selectEvents(BASE, 5, 2031)).includes('"Imported"'),
    );
  });
  await stack.down();
}

/**
 * The lines of docs/operations.md.
 * @param {import('./transcript').Report} t
 * @param {import('./stack').ComposeStack} stack
 */
async function checkBackup(t, stack) {
  const dump = path.join(stack.scratch, 'events.dump');
  await stack.shell(`docker compose exec -T postgres pg_dump -U events -Fc events > ${dump}`);
  const before = await selectEvents(BASE, 5, 2031);
  await stack.sql("DELETE FROM event WHERE title = 'Imported'");
  const lost = await selectEvents(BASE, 5, 2031);
  await stack.shell(
    `docker compose exec -T postgres pg_restore -U events -d events --clean --if-exists --single-transaction < ${dump}`,
  );
  await stack.shell('docker compose restart events');
  const isBack = async () => (await selectEvents(BASE, 5, 2031)) === before;
  t.check('what was lost is back from a backup', lost === '[]' && (await eventually(isBack)), lost);
}

/**
 * Without Postgres: the embedded store on a volume, the root file system read-only.
 * @param {import('./transcript').Report} t
 */
async function alone(t) {
  const image = process.env.EVENTS_IMAGE ?? '';
  const name = 'evq-test-alone';
  t.title(`docker run --read-only --tmpfs /tmp --volume ${name}:/data ${image}`);
  const start = () =>
    docker(
      ...['run', '--detach', '--name', name, '--publish', '127.0.0.1:18084:8080', '--read-only'],
      ...['--tmpfs', '/tmp', '--cap-drop', 'ALL', '--volume', `${name}:/data`, image],
    );
  const healthy = async () => (await docker('inspect', '-f', '{{.State.Health.Status}}', name)) === 'healthy';
  const remove = () => docker('rm', '--force', '--volumes', name).catch(() => {});
  await remove();
  await t.attempt('the image by itself', async () => {
    await start();
    t.check('it becomes healthy', await eventually(healthy, 60));
    await checkCells(t, 'http://127.0.0.1:18084');
    t.check('its user is not root', (await docker('exec', name, 'id', '-u')) !== '0');
    const exported = await docker('exec', name, 'node', 'dist/main.js', 'export');
    t.check('it exports while it runs', JSON.parse(exported).length > 1000);
    await docker('stop', name);
    const exit = await docker('inspect', '-f', '{{.State.ExitCode}}', name);
    t.check('it stops by itself', exit === '0', `exit status ${exit}`);
    await docker('start', name);
    t.check('it becomes healthy again on its volume', await eventually(healthy, 60));
  });
  await remove();
  await docker('volume', 'rm', name).catch(() => {});
}

module.exports = { alone, plain };
