const { execFile } = require('node:child_process');
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { promisify } = require('node:util');

const ROOT = path.join(__dirname, '..', '..');
const run = promisify(execFile);

/** A compose project of its own name, ports and volumes, so that it meets none that is already here. */
class Stack {
  /**
   * @param {string} name
   * @param {{files: string[], ports: Record<string, string>, env?: Record<string, string>}} options compose files, first to last; what
   *   each service publishes instead of what the files say
   */
  constructor(name, { files, ports, env = {} }) {
    this.scratch = mkdtempSync(path.join(tmpdir(), `${name}-`));
    const override = path.join(this.scratch, 'ports.yml');
    const services = Object.entries(ports).map(([s, port]) => `  ${s}:\n    ports: !override ['${port}']\n`);
    writeFileSync(override, `services:\n${services.join('')}`);
    /** @type {NodeJS.ProcessEnv} */
    this.env = {
      ...process.env,
      COMPOSE_PROJECT_NAME: name,
      COMPOSE_FILE: [...files.map((file) => path.join(ROOT, file)), override].join(':'),
      ...env,
    };
  }

  /**
   * `docker compose …` on this stack; what it wrote to standard output.
   * @param {string[]} args
   */
  compose(...args) {
    return this.#output('docker', ['compose', ...args]);
  }

  /**
   * The same by other compose files than it was started with, as somebody does who forgets one.
   * @param {readonly string[]} files
   * @param {string[]} args
   */
  composeBy(files, ...args) {
    const COMPOSE_FILE = files.map((file) => path.join(ROOT, file)).join(':');
    return this.#output('docker', ['compose', ...args], { ...this.env, COMPOSE_FILE });
  }

  /**
   * A line of a shell, as the documents have it.
   * @param {string} line
   */
  shell(line) {
    return this.#output('sh', ['-c', line]);
  }

  /**
   * A program or script that talks to this stack through the same environment.
   * @param {string} file
   */
  script(file) {
    return this.#output(path.join(ROOT, file), []);
  }

  /**
   * Starts everything and waits until it is healthy; seconds that it took.
   * @param {string[]} args
   */
  async up(...args) {
    const start = performance.now();
    await this.compose('up', '--wait', '--quiet-pull', ...args);
    return ((performance.now() - start) / 1000).toFixed(1);
  }

  /**
   * Ids of a service's running containers, oldest first.
   * @param {string} service
   */
  async containers(service) {
    return (await this.compose('ps', '--quiet', service)).split('\n').filter(Boolean);
  }

  /**
   * One value from the primary.
   * @param {string} query
   */
  async sql(query) {
    const psql = ['psql', '-U', 'events', '-d', 'events', '-qAtc', query];
    return (await this.compose('exec', '-T', 'postgres', ...psql)).trim();
  }

  /** Takes everything away: containers, networks, volumes. */
  async down() {
    await this.compose('--profile', '*', 'down', '--volumes', '--remove-orphans', '--timeout', '10');
    rmSync(this.scratch, { recursive: true, force: true });
  }

  /**
   * @param {string} program
   * @param {string[]} args
   * @param {NodeJS.ProcessEnv} env
   */
  async #output(program, args, env = this.env) {
    return (await run(program, args, { cwd: ROOT, env, timeout: 300_000 })).stdout;
  }
}

/**
 * `docker …`; what it wrote to standard output.
 * @param {string[]} args
 */
async function docker(...args) {
  return (await run('docker', args, { cwd: ROOT, timeout: 300_000, maxBuffer: 64 << 20 })).stdout.trim();
}

/** @typedef {InstanceType<typeof Stack>} ComposeStack */

module.exports = { ROOT, Stack, docker };
