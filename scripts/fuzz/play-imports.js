/** Imports broken files and judges what the importer says and what it leaves. */
const fc = require('fast-check');
const { files } = require('./files');
const { runsOf } = require('./runs');

/** More than the longest sentence, which lists thirty names. */
const MAX_SENTENCE = 2_000;

/**
 * The importer, from src in a test and from dist in the program.
 * @typedef {object} Importer
 * @property {typeof import('../../src/transfer/import').importEvents} importEvents
 * @property {typeof import('../../src/transfer/read/files').bytesSource} bytesSource
 * @property {typeof import('../../src/transfer/import-options').defaultOptions} defaultOptions
 * @property {typeof import('../../src/transfer/errors').TransferError} TransferError
 *
 * @typedef {import('../../src/store/database').Database} Database
 *
 * @typedef {object} Played
 * @property {number} files
 * @property {ReadonlyMap<string, ReadonlyMap<string, number>>} counts by format and by end: imported, refused
 * @property {{ complaint: string, bytes: string, path: string } | undefined} failure the smallest file that shows it
 */

const options = fc.constantFrom(
  {},
  { skipBad: true },
  { replace: true },
  { dryRun: true },
  { allowEmpty: true, replace: true },
  { endDates: /** @type {const} */ ('inclusive'), dropExtra: true },
);

/** Whatever follows, the store begins with these. */
const FIRST = JSON.stringify([
  { uid: 'kept-1', title: 'One', start: '2031-05-01T10:00:00Z', end: '2031-05-01T11:00:00Z' },
  { uid: 'kept-2', title: 'Two', start: '2031-05-02', end: '2031-05-03' },
]);
const NOW = new Date('2031-05-01T00:00:00Z');
/** Rules need not run for years to be wrong. */
const UNTIL = { wall: Date.UTC(2031, 4, 20), given: true };

/**
 * @param {object} playing
 * @param {Importer} playing.importer
 * @param {Database} playing.database whose events are lost
 * @param {number} playing.seed
 * @param {number} playing.count
 * @param {number | undefined} [playing.seconds] stops sooner
 * @param {string | undefined} [playing.path] of a failure: only it is played
 * @param {(played: number) => void} [playing.progress] before each file
 * @returns {Promise<Played>}
 */
async function playImports({ importer, database, seed, count, seconds, path, progress }) {
  /** @type {Map<string, Map<string, number>>} */
  const counts = new Map();
  let played = 0;
  let hasFailed = false;
  const store = new Store(importer, database);
  const property = fc.asyncProperty(files, options, async (file, chosen) => {
    progress?.(played);
    try {
      const end = await importOne(store, file, chosen);
      if (hasFailed) return;
      played++;
      const format = file.name.slice(2);
      const row = counts.get(format) ?? new Map();
      counts.set(format, row.set(end, (row.get(end) ?? 0) + 1));
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  });
  const details = await fc.check(property, runsOf({ seed, count, seconds, path }));
  const [smallest, chosen] = details.counterexample ?? [];
  const failure = smallest && {
    complaint: `${details.errorInstance} (${smallest.name}, ${JSON.stringify(chosen)})`,
    bytes: smallest.bytes.toString('latin1'),
    path: details.counterexamplePath ?? '',
  };
  return { files: played, counts, failure };
}

const CONTENT =
  'SELECT count(*)::int AS count, string_agg(event::text, chr(10) ORDER BY id) AS events FROM event';

class Store {
  /** @type {string | undefined} */
  #first;
  /** What it holds, where nothing was imported since it was looked at. @type {string | undefined} */
  #last;

  /** @param {Importer} importer @param {Database} database */
  constructor(importer, database) {
    this.importer = importer;
    this.database = database;
  }

  /**
   * @param {string} name
   * @param {Buffer} bytes
   * @param {Partial<import('../../src/transfer/import-options').ImportOptions>} chosen
   * @param {(sentence: string) => void} [told]
   */
  import(name, bytes, chosen, told = () => {}) {
    this.#last = undefined;
    const source = this.importer.bytesSource(name, async function* () {
      yield bytes;
    });
    const defaults = this.importer.defaultOptions('Europe/Berlin', NOW);
    const all = { ...defaults, ...(name.endsWith('.ics') && { until: UNTIL }), ...chosen };
    return this.importer.importEvents(this.database, [source], all, {
      refused: ({ message }) => told(message),
      notice: (sentence) => told(`${sentence}`),
    });
  }

  /** Makes the store what it is before every file. */
  async reset() {
    const now = this.#last ?? (await this.content());
    if (now === this.#first) return now;
    await this.import('first.json', Buffer.from(FIRST), { replace: true });
    this.#first = await this.content();
    return this.#first;
  }

  /** @returns {Promise<string>} all that is in it */
  async content() {
    const [row] = await this.database.transaction((session) => session.query(CONTENT));
    this.#last = JSON.stringify(row);
    return this.#last;
  }
}

/**
 * @param {Store} store
 * @param {import('./files').Hostile} file
 * @param {Partial<import('../../src/transfer/import-options').ImportOptions>} chosen
 * @returns {Promise<'imported' | 'refused'>}
 */
async function importOne(store, { name, bytes }, chosen) {
  const before = await store.reset();
  const judge = (/** @type {string} */ sentence) => {
    const fault = faultOf(sentence, name);
    if (fault !== undefined) throw new Error(`${fault}: ${JSON.stringify(sentence)}`);
  };
  /** @type {string[]} */
  const told = [];
  const result = await store
    .import(name, bytes, chosen, (sentence) => told.push(sentence))
    .catch((error) => {
      if (!(error instanceof store.importer.TransferError)) throw error;
      return error;
    });
  told.forEach(judge);
  const after = await store.content();
  if (result instanceof Error) {
    judge(result.message);
    if (after !== before) throw new Error(`it was refused (${result.message}), and the store has changed`);
    return 'refused';
  }
  const { read, added, changed, unchanged, removed, refused } = result;
  if (read !== added + changed + unchanged + refused)
    throw new Error(`it counts wrongly: ${JSON.stringify(result)}`);
  const counted = (/** @type {string} */ content) => Number(JSON.parse(content).count);
  const wanted = chosen.dryRun ? counted(before) : counted(before) + added - removed;
  if (counted(after) !== wanted)
    throw new Error(`the store holds ${counted(after)} events, not ${wanted}: ${JSON.stringify(result)}`);
  return 'imported';
}

/**
 * @param {string} sentence
 * @param {string} file that it must name
 * @returns {string | undefined} what is wrong with it
 */
function faultOf(sentence, file) {
  if (!sentence.includes(file)) return 'a sentence that does not name the file';
  if (sentence.length > MAX_SENTENCE) return `a sentence of ${sentence.length} characters`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\0-\x1f\x7f-\x9f\u2028\u2029]/.test(sentence)) return 'a sentence with a control character';
  if (/\[object |node:|\.js:\d|node_modules|syntax error at/.test(sentence))
    return 'a sentence that shows the inside';
  return undefined;
}

module.exports = { playImports };
