/** Runs a compose project. Its name, ports and volumes differ from those of all other projects on the machine. */
const { execFile } = require('node:child_process');
const { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { promisify } = require('node:util');

const ROOT = path.join(__dirname, '../..');
const IMAGE = 'events-query:test-compose';
const PROJECT = 'events-query-test';
const PORT = 18_081;
const TLS_PORT = 18_443;
const DOWN = ['down', '--volumes', '--remove-orphans', '--timeout', '10'];
/** Every stack except the one with TLS has this address. */
const SERVICE = { host: '127.0.0.1', port: PORT };

/**
 * Runs a program in the root of the repository.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string>} its standard output
 * @throws Error with its standard error when its status is not 0
 */
async function run(program, args, env = process.env) {
  const options = { cwd: ROOT, env, timeout: 600_000, maxBuffer: 64 << 20 };
  return (await promisify(execFile)(program, args, options)).stdout.trim();
}

/** @param {string[]} args */
const docker = (...args) => run('docker', args);

class Stack {
  /** The import reads its files from this folder. */
  scratch = mkdtempSync(path.join(tmpdir(), 'events-compose-'));

  /**
   * @param {readonly string[]} files compose files in the root, in their order
   * @param {Readonly<Record<string, string>>} [env] variables that the files use
   */
  constructor(files, env = {}) {
    // The user of the image must be able to read the folder.
    chmodSync(this.scratch, 0o755);
    /** @type {NodeJS.ProcessEnv} */
    this.env = {
      ...process.env,
      COMPOSE_PROJECT_NAME: PROJECT,
      COMPOSE_FILE: files.map((file) => path.join(ROOT, file)).join(':'),
      IMPORT_DIR: this.scratch,
      PUBLISHED_PORT: String(PORT),
      PUBLISHED_ADMIN_PORT: String(PORT + 1),
      TLS_PORT: String(TLS_PORT),
      ...env,
    };
  }

  /** @param {string[]} args of `docker compose` */
  compose(...args) {
    return run('docker', ['compose', '--progress', 'quiet', ...args], this.env);
  }

  /** @param {string} line a shell command as it is in the documents */
  shell(line) {
    return run('sh', ['-c', line], this.env);
  }

  /**
   * @param {string[]} args more arguments of `docker compose up`, which waits until all containers are healthy
   * @throws Error with the last lines of the containers' logs
   */
  async up(...args) {
    try {
      await this.compose('up', '--wait', '--quiet-pull', ...args);
    } catch (error) {
      const logs = await this.compose('logs', '--no-color', '--tail', '8');
      // These escape codes erase lines on a terminal, but the message is not for a terminal.
      throw new Error(`${error}\n${logs.replaceAll('\x1b[2K', '')}`);
    }
  }

  /** @param {string} service @returns {Promise<string[]>} the ids of its running containers, oldest first */
  async containers(service) {
    return (await this.compose('ps', '--quiet', service)).split('\n').filter(Boolean);
  }

  /** @param {string} query @returns {Promise<string>} one value from the primary */
  sql(query) {
    const psql = ['psql', '-U', 'events', '-d', 'events', '-qAtc', query];
    return this.compose('exec', '-T', 'postgres', ...psql);
  }

  /** Imports the events that the checks of every stack expect. */
  async importSeed() {
    copyFileSync(path.join(ROOT, 'deploy/seed/events.json'), path.join(this.scratch, 'seed.json'));
    await this.compose('run', '--rm', '-T', 'import', '/data/seed.json');
  }

  /**
   * Imports one event of May 2031 with the service `import` of the stack, which has the owner's role.
   * @param {string} title
   */
  async importEvent(title) {
    const event = { title, start: '2031-05-05T08:00:00Z', end: '2031-05-05T09:00:00Z' };
    writeFileSync(path.join(this.scratch, 'event.json'), JSON.stringify([event]));
    await this.compose('run', '--rm', '-T', 'import', '/data/event.json');
  }

  /** Removes containers, networks, volumes and the folder. */
  async down() {
    await this.compose('--profile', '*', ...DOWN);
    rmSync(this.scratch, { recursive: true, force: true });
  }
}

/**
 * Starts a stack, runs `work`, and removes the stack, even after an error.
 * @param {{ files: readonly string[], env?: Readonly<Record<string, string>>, up?: readonly string[] }} options
 * @param {(stack: ComposeStack) => Promise<void>} work
 */
async function onStack({ files, env, up = [] }, work) {
  const stack = new Stack(files, env);
  try {
    await stack.up(...up);
    await work(stack);
  } finally {
    await stack.down();
  }
}

/** Removes what an interrupted run has left, even a container that has the project's name. */
async function removeAll() {
  await docker('rm', '--force', '--volumes', PROJECT);
  await docker('compose', '--project-name', PROJECT, ...DOWN);
}

/** @typedef {InstanceType<typeof Stack>} ComposeStack */

module.exports = { docker, IMAGE, onStack, PROJECT, removeAll, ROOT, run, SERVICE, TLS_PORT };
