/** `npm run bench:formats`: a list in each format, and in format files, beside the same list as `json`. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { eventOf, monthStart } from './data';
import { cpuMicroseconds } from './machine/proc';
import { ROOT } from './paths';
import { onStand, type Stand, say } from './stand';
import { benchEvents, fillByImport, writeEvents } from './store';
import { HERE } from './tree';

const HELP = `What 10,000 events cost in each format: processor time of this process, the store and Postgres together.
The text of json is ready in the store; all others are rendered from rows. The examples of format files may cost six
times what json does.

  npm run bench:formats [-- --rounds N]

  --rounds N  lists in each format; 30 unless given
`;

const EVENTS = 10_000;
/** The rounds before those that count: code is compiled, caches are filled. */
const WARM_UP = 8;
/** The most that an example of a format file may cost, in lists of json. */
const BOUND = 6;

const EXAMPLES = {
  wcf: path.join(ROOT, 'examples/formats/wcf.json'),
  'fullcalendar-v1': path.join(ROOT, 'examples/formats/fullcalendar-v1.json'),
  'array-of-event': path.join(ROOT, 'examples/formats/array-of-event.json'),
};
const FILES = { ...EXAMPLES, 'dates only': path.join(ROOT, 'bench/formats/dates.json') };
const BUILT_IN = ['json', 'xml', 'fullcalendar', 'bootstrap-calendar', 'icalendar'];

const load = <Module>(name: string): Module => require(path.join(HERE.dist, name)) as Module;

const { loadConfig } = load<typeof import('../src/config')>('config.js');
const { openStore } = load<typeof import('../src/store/open')>('store/open.js');
const { EventService } = load<typeof import('../src/service/event-service')>('service/event-service.js');

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '30' }, help: { type: 'boolean', default: false } },
});
const rounds = Number(values.rounds);
if (values.help) {
  process.stdout.write(HELP);
} else if (!(Number.isInteger(rounds) && rounds > 0)) {
  console.error(`--rounds must be a whole number above 0, not ${JSON.stringify(values.rounds)}.`);
  process.exitCode = 2;
} else {
  onStand(compareFormats);
}

async function compareFormats(stand: Stand): Promise<boolean> {
  const file = path.join(stand.folder, 'events.jsonl');
  await writeEvents(file, benchEvents(EVENTS));
  const stores = {
    embedded: { DATA_DIR: path.join(stand.folder, 'formats'), SEED: 'none' },
    Postgres: { DATABASE_URL: await stand.postgres.create('formats') },
  };
  let isWithin = true;
  for (const [name, env] of Object.entries(stores)) {
    say(`measuring ${rounds} lists in each format, ${name}`);
    await fillByImport(HERE, env, file);
    const costs = await measure(env);
    isWithin = report(name, costs) && isWithin;
  }
  return isWithin;
}

/**
 * Microseconds of a list in each format; the formats take turns, so that whatever else runs meets all alike, and begin
 * with another one in each round: full collections come as regularly as rounds.
 */
async function measure(env: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, number>> {
  const config = loadConfig({
    ...env,
    TIME_ZONE: 'Europe/Berlin',
    MAX_EVENTS: String(EVENTS),
    CACHE_BYTES: '0',
  });
  const store = await openStore(config, () => {});
  const choices = [
    ...BUILT_IN.map((name) => [name, name] as const),
    ...Object.entries(FILES).map(([name, file]) => [name, `file:${file}`] as const),
  ];
  const [from, to] = [monthStart(0), Date.parse(eventOf(EVENTS).end)];
  const lanes = choices.map(([name, choice]) => {
    const { listFormat } = loadConfig({ LIST_FORMAT: choice });
    const service = new EventService(store, { ...config, rangeUnit: 'unix-ms', listFormat });
    return { name, list: () => service.selectEventsRanged(BigInt(from), BigInt(to)), spent: 0 };
  });
  for (let round = -WARM_UP; round < rounds; round++) {
    const first = (round + WARM_UP) % lanes.length;
    for (const lane of [...lanes.slice(first), ...lanes.slice(0, first)]) {
      const before = cpuMicroseconds(process.pid);
      const list = await lane.list();
      // Some of the work is put off until the bytes are asked for.
      if (Buffer.from(typeof list === 'string' ? list : list.text).length < EVENTS)
        throw new Error(`the list as ${lane.name} is too short`);
      if (round >= 0) lane.spent += cpuMicroseconds(process.pid) - before;
    }
  }
  await store.close();
  return new Map(lanes.map(({ name, spent }) => [name, spent / rounds]));
}

/** @returns whether the examples keep the bound */
function report(store: string, costs: ReadonlyMap<string, number>): boolean {
  const costOf = (name: string) => costs.get(name) ?? Number.NaN;
  console.log(`\n${store}: a list of ${EVENTS} events; of json`);
  for (const [name, cost] of costs) {
    const ratio = (cost / costOf('json')).toFixed(2).padStart(6);
    console.log(`  ${name.padEnd(20)} ${(cost / 1000).toFixed(1).padStart(7)} ms ${ratio}`);
  }
  const beyond = Object.keys(EXAMPLES).filter((name) => !(costOf(name) <= BOUND * costOf('json')));
  if (beyond.length > 0) console.log(`  beyond ${BOUND} of json: ${beyond.join(', ')}`);
  return beyond.length === 0;
}
