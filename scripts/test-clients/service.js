const { spawn } = require('node:child_process');
const { existsSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const MAIN = path.join(__dirname, '../../dist/main.js');

/** How many events the generated file holds: their list is past 64 KB, the default limit of many toolkits. */
const MANY = 400;

/**
 * Starts the built service on an embedded store in `folder`, filled from `events` and a generated file.
 * Resolves when it listens, which it does only once it can answer.
 *
 * @param {string} folder
 * @param {string} events
 * @returns {Promise<{ endpoint: string, stop(): Promise<void> }>}
 */
async function startService(folder, events) {
  if (!existsSync(MAIN)) throw new Error('There is no dist/main.js: run "npm run build" first.');
  const many = path.join(folder, 'many.json');
  writeFileSync(many, JSON.stringify(Array.from({ length: MANY }, (_, index) => bulkEvent(index))));
  const child = spawn(process.execPath, ['--disable-proto=delete', MAIN, 'serve'], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: path.join(folder, 'data'),
      SEED: `${events},${many}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  const root = await Promise.race([
    listening(child.stdout),
    exit.then((code) =>
      Promise.reject(new Error(`The service ended with status ${code} before it listened.`)),
    ),
  ]);
  return {
    endpoint: `${root}/WebServices/Events.asmx`,
    async stop() {
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/**
 * The service's root, once it says that it listens.
 * @param {import('node:stream').Readable} stdout
 * @returns {Promise<string>}
 */
function listening(stdout) {
  return new Promise((resolve) => {
    let text = '';
    stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      const found = /The service is listening on (\S+)/.exec(text);
      if (found?.[1] !== undefined) resolve(found[1]);
    });
  });
}

/** @param {number} index */
function bulkEvent(index) {
  const hour = Date.UTC(2031, 4, 1) + index * 3_600_000;
  return {
    id: 1000 + index,
    title: `Event ${index} ${'of many '.repeat(20)}`,
    start: new Date(hour).toISOString(),
    end: new Date(hour + 1_800_000).toISOString(),
  };
}

module.exports = { startService };
