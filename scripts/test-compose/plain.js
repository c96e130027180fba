/** docker-compose.yml, and the image by itself. */
const { writeFileSync } = require('node:fs');
const path = require('node:path');
const { checkCells, checkUndisturbed, eventually, selectEvents } = require('./checks');
const { importFile } = require('./import');
const { ROOT, Stack, docker } = require('./stack');

const BASE = 'http://127.0.0.1:18081';

/** @param {import('./transcript').Report} t */
async function plain(t) {
  t.title('docker compose up --wait');
  const stack = new Stack('evq-test-plain', {
    files: ['docker-compose.yml'],
    ports: { events: '18081:8080' },
  });
  await t.attempt('the plain stack', async () => {
    t.note(`ready after ${await stack.up()} s`);
    await importFile(stack, path.join(ROOT, 'deploy/seed/events.json'));
    await checkCells(t, BASE);

    const file = path.join(stack.scratch, 'imported.json');
    writeFileSync(file, JSON.stringify([{ title: 'Imported', start: '2031-05-05', end: '2031-05-06' }]));
    t.note((await importFile(stack, file)).trim());
    t.check('an import is in the next answer', (await selectEvents(BASE, 5, 2031)).includes('"Imported"'));

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
