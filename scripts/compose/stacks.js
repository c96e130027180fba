/** Checks every stack but compose.scale.yml. */
const { randomBytes } = require('node:crypto');
const { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const https = require('node:https');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { eventually, send } = require('../stress/calls');
const { ENDPOINT } = require('../../test/support/calls');
const { selectEvents } = require('./checks');
const { docker, IMAGE, onStack, PROJECT, ROOT, run, SERVICE, TLS_PORT } = require('./stack');

/** @typedef {import('./checks').ComposeChecks} Checks */

const PLAIN = 'docker-compose.yml';
/** Contains all visible ASCII characters. */
const PASSWORD = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 33 + index));

/** @param {Checks} checks */
async function plain(checks) {
  const env = {
    POSTGRES_PASSWORD: PASSWORD,
    READER_PASSWORD: [...PASSWORD].reverse().join(''),
    MAX_EVENTS: '9876',
  };
  await onStack({ files: [PLAIN], env }, async (stack) => {
    const eventsOfMay = () => selectEvents(SERVICE, 5, 2031);
    await stack.importSeed();
    await checks.calls(SERVICE);
    await stack.importEvent('Imported');
    const imported = await eventsOfMay();
    checks.check('an import is in the next answer', imported.includes('"Imported"'));
    const config = await stack.compose('exec', '-T', 'events', 'node', 'dist/main.js', 'config');
    checks.check('a setting of the environment reaches the service', config.includes('MAX_EVENTS=9876\n'));
    const logs = await stack.compose('logs', '--no-color');
    const parts = PASSWORD.split(/[@/?#:%]/).filter(({ length }) => length > 4);
    checks.check('no password is logged', !parts.some((part) => logs.includes(part)));

    // docs/operations.md has the commands for the dump and for its restore.
    const dump = path.join(stack.scratch, 'events.dump');
    await stack.shell(`docker compose exec -T postgres pg_dump -U events -Fc events > ${dump}`);
    await stack.sql("DELETE FROM event WHERE title = 'Imported'");
    const afterDelete = await eventsOfMay();
    await stack.shell(
      `docker compose exec -T postgres pg_restore -U events -d events --clean --if-exists --single-transaction < ${dump}`,
    );
    await stack.compose('restart', 'events');
    const isBack = await eventually(async () => (await eventsOfMay()) === imported);
    checks.check(
      'deleted events are back after a backup is restored',
      afterDelete === '[]' && isBack,
      afterDelete,
    );

    await checks.undisturbed(SERVICE, 'the database is restarted', () =>
      stack.compose('restart', 'postgres'),
    );
    await stack.compose('down');
    await stack.up();
    checks.check('imported events are still there in new containers', (await eventsOfMay()) === imported);
  });
}

/** @param {Checks} checks */
async function secrets(checks) {
  const files = [PLAIN, 'compose.secrets.yml'];
  const folder = mkdtempSync(path.join(tmpdir(), 'events-secrets-'));
  // The user of the image must be able to read the folder.
  chmodSync(folder, 0o755);
  const passwords = ['owner-password', 'reader-password'].map((name) => {
    const password = randomBytes(24).toString('base64');
    writeFileSync(path.join(folder, name), `${password}\n`);
    return password;
  });
  try {
    await onStack({ files, env: { SECRETS_DIR: folder } }, async (stack) => {
      await stack.importSeed();
      await checks.calls(SERVICE);
      const containers = (await stack.compose('ps', '--all', '--quiet')).split('\n');
      const shown = await docker('inspect', ...containers);
      checks.check('docker inspect shows no password', !passwords.some((one) => shown.includes(one)));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs the image without Postgres: with the embedded store on a volume, and a read-only root file system.
 * @param {Checks} checks
 */
async function alone(checks) {
  const name = PROJECT;
  const isHealthy = async () =>
    (await docker('inspect', '-f', '{{.State.Health.Status}}', name)) === 'healthy';
  await docker(
    ...['run', '--detach', '--name', name, '--publish', `127.0.0.1:${SERVICE.port}:8080`, '--read-only'],
    ...['--tmpfs', '/tmp', '--cap-drop', 'ALL', '--volume', '/data', IMAGE],
  );
  try {
    checks.check('the image becomes healthy without compose', await eventually(isHealthy));
    await checks.calls(SERVICE);
    checks.check('the user of the container is not root', (await docker('exec', name, 'id', '-u')) !== '0');
    const exported = await docker('exec', name, 'node', 'dist/main.js', 'export');
    checks.check('the service exports its events while it runs', JSON.parse(exported).length > 1000);
    await docker('stop', name);
    const status = await docker('inspect', '-f', '{{.State.ExitCode}}', name);
    checks.check('docker stop ends the container with status 0', status === '0', `exit status ${status}`);
    await docker('start', name);
    checks.check('the container becomes healthy again on its old volume', await eventually(isHealthy));
  } finally {
    await docker('rm', '--force', '--volumes', name);
  }
}

/** @param {Checks} checks */
async function test(checks) {
  const files = [PLAIN, 'compose.test.yml'];
  await onStack({ files }, async (stack) => {
    await checks.calls(SERVICE);
    await stack.importEvent('Left behind');
    const during = await selectEvents(SERVICE, 5, 2031);
    await stack.compose('down');
    stack.env.SEED_DIR = path.join(stack.scratch, 'seeds');
    mkdirSync(stack.env.SEED_DIR);
    for (const [name, text] of Object.entries({
      'a.json': '[{"title": "From JSON", "start": "2032-06-01", "end": "2032-06-02"}]',
      'b.csv': 'title,start,end\nFrom CSV,2032-06-02T10:00:00Z,2032-06-02T11:00:00Z\n',
      'c.jsonl': '{"title": "From JSON Lines", "start": "2032-06-03T10:00:00Z"}\n',
    }))
      writeFileSync(path.join(stack.env.SEED_DIR, name), text);
    await stack.up();
    const after = await selectEvents(SERVICE, 5, 2031);
    checks.check(
      'a new start has no event of the last',
      during.includes('"Left behind"') && after === '[]',
      after,
    );
    /** @type {{ title: string }[]} */
    const events = JSON.parse(await selectEvents(SERVICE, 6, 2032));
    const titles = events.map(({ title }) => title).join(', ');
    const expected = 'From JSON, From CSV, From JSON Lines';
    checks.check('the events of every file in SEED_DIR are served', titles === expected, titles);
  });
}

/** @param {Checks} checks */
async function tls(checks) {
  await run('deploy/make-certificates.sh', []);
  const certificate = (/** @type {string} */ name) =>
    readFileSync(path.join(ROOT, 'deploy/certificates', name));
  const ca = certificate('ca.crt');
  const anyone = new https.Agent({ ca });
  const holder = new https.Agent({ ca, cert: certificate('client.crt'), key: certificate('client.key') });
  const edge = { protocol: 'https:', host: 'localhost', port: TLS_PORT };
  const tester = { ...edge, auth: 'tester:secret' };
  const guesser = { ...edge, auth: 'tester:guess' };
  /** Maps each value of EDGE_AUTH to the clients that it accepts and the clients that it refuses. */
  const modes = {
    none: { service: edge, agent: anyone, refused: [] },
    basic: {
      ...{ service: tester, agent: anyone },
      refused: [
        { who: 'a client without a login', service: edge, status: '401' },
        { who: 'a wrong password', service: guesser, status: '401' },
      ],
    },
    certificate: {
      service: edge,
      agent: holder,
      refused: [{ who: 'a client without a certificate', service: edge, status: '400' }],
    },
  };
  for (const [auth, { service, agent, refused }] of Object.entries(modes)) {
    console.log(`       EDGE_AUTH=${auth}`);
    const files = [PLAIN, 'compose.tls.yml'];
    await onStack({ files, env: { EDGE_AUTH: auth } }, async () => {
      await checks.calls(service, agent);
      const wsdl = await send(service, { name: 'WSDL', path: `${ENDPOINT}?WSDL` }, agent);
      const [, location = 'none'] = /soap:address location="([^"]*)"/.exec(wsdl) ?? [];
      const isEdge = location === `https://localhost:${TLS_PORT}${ENDPOINT}`;
      checks.check('the WSDL has the address of the TLS proxy', isEdge, location);
      for (const { who, service: other, status } of refused) {
        const seen = (await send(other, { name: 'page', path: ENDPOINT }, anyone)).slice(0, 3);
        checks.check(`${who} is refused`, seen === status, seen);
      }
    });
  }
}

/**
 * Upgrades from the last commit before the newest migration, so that there is something to migrate.
 * @param {Checks} checks
 */
async function upgrade(checks) {
  const older = `${IMAGE}-older`;
  const newest = (await run('git', ['ls-files', 'migrations'])).split('\n').sort().at(-1) ?? '';
  const added = await run('git', ['log', '--diff-filter=A', '--format=%H', '--', newest]);
  const commit = await run('git', ['rev-parse', '--verify', `${added.split('\n').at(-1)}^`]);
  const folder = await run('mktemp', ['--directory', '--tmpdir', 'events-older-XXXXXX']);
  try {
    await run('sh', ['-c', `git archive ${commit} | tar -x -C ${folder}`]);
    const network = process.env.BUILD_NETWORK ?? 'default';
    await docker('build', '--quiet', '--network', network, '--tag', older, folder);
    const files = [path.relative(ROOT, path.join(folder, PLAIN))];
    await onStack({ files, env: { EVENTS_IMAGE: older } }, async (stack) => {
      await stack.importSeed();
      const before = await selectEvents(SERVICE, 1, 2026);
      stack.env.COMPOSE_FILE = path.join(ROOT, PLAIN);
      stack.env.EVENTS_IMAGE = IMAGE;
      await stack.up();
      const isSame = before.length > 4 && (await selectEvents(SERVICE, 1, 2026)) === before;
      checks.check(`the events are as they were at ${commit.slice(0, 12)}`, isSame);
      await checks.calls(SERVICE);
    });
  } finally {
    await run('rm', ['-rf', folder]);
    await docker('rmi', '--force', older).catch(() => {});
  }
}

module.exports = { alone, plain, secrets, test, tls, upgrade };
