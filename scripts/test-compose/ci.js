/** compose.test.yml: a stack for the tests of others, in memory, from a folder of event files. */
const { mkdirSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { checkCells, selectEvents } = require('./checks');
const { importFile } = require('./import');
const { Stack } = require('./stack');

const BASE = 'http://127.0.0.1:18083';
const COMMAND = 'docker compose -f docker-compose.yml -f compose.test.yml up --wait';
const FILES = ['docker-compose.yml', 'compose.test.yml'];
const PORTS = { events: '18083:8080' };

/** @param {import('./transcript').Report} t */
async function ci(t) {
  t.title(COMMAND);
  const stack = new Stack('evq-test-ci', { files: FILES, ports: PORTS });
  await t.attempt('the stack for tests', async () => {
    t.note(`ready after ${await stack.up()} s`);
    await checkCells(t, BASE);

    const file = path.join(stack.scratch, 'left-behind.json');
    writeFileSync(file, JSON.stringify([{ title: 'Left behind', start: '2031-05-05', end: '2031-05-06' }]));
    await importFile(stack, file);
    const during = await selectEvents(BASE, 5, 2031);
    await stack.compose('down');
    await stack.up();
    const after = await selectEvents(BASE, 5, 2031);
    t.check('nothing is kept', during.includes('"Left behind"') && after === '[]', after);
  });
  await stack.down();
  await fromOwnFolder(t);
}

/** @param {import('./transcript').Report} t */
async function fromOwnFolder(t) {
  t.title(`SEED_DIR=… ${COMMAND}`);
  const stack = new Stack('evq-test-ci', { files: FILES, ports: PORTS });
  const seeds = path.join(stack.scratch, 'events');
  stack.env.SEED_DIR = seeds;
  mkdirSync(seeds);
  /** @type {(name: string, text: string) => void} */
  const write = (name, text) => writeFileSync(path.join(seeds, name), text);
  write('a.json', '[{"id": 71, "title": "From JSON", "start": "2032-06-01", "end": "2032-06-02"}]');
  write('b.csv', 'id,title,start,end\n72,From CSV,2032-06-02T10:00:00Z,2032-06-02T11:00:00Z\n');
  write('c.jsonl', '{"id": 73, "title": "From JSON Lines", "start": "2032-06-03T10:00:00Z"}\n');
  await t.attempt('the stack from an own folder', async () => {
    t.note(`ready after ${await stack.up()} s`);
    /** @type {{ title: string }[]} */
    const events = JSON.parse(await selectEvents(BASE, 6, 2032));
    const titles = events.map(({ title }) => title);
    const wanted = 'From JSON, From CSV, From JSON Lines';
    t.check('it holds the events of every file', titles.join(', ') === wanted, titles.join(', '));
  });
  await stack.down();
}

module.exports = { ci };
