import { TEXT_FIELDS } from '../event/fields';
import type { Database, Session } from '../store/database';
import { withoutControls } from '../text/foreign';
import { cancelledSentence } from './check/cancelled';
import { MappedNames } from './check/mapped-names';
import { recurringSentence } from './check/recurring';
import { MAX_NAME_TOLD, MAX_NAMES_TOLD, RowChecker, type RowRules } from './check/row';
import { survey } from './check/survey';
import { RowRefusal, shortened, TransferError } from './errors';
import type { EventRecord } from './event-record';
import { lookAhead } from './look-ahead';
import type { ReadOptions } from './read/options';
import type { Source } from './read/source';
import { Staging } from './staging';
import type { ImportTarget, Staged } from './target';

export interface ImportOptions extends RowRules {
  /** Where recurring calendar events stop. */
  readonly until: ReadOptions['until'];
  /** The most that the rules of a calendar may take together. */
  readonly ruleTimeMs?: ReadOptions['ruleTimeMs'];
  /** What stands between the values of CSV; found in its header unless given. */
  readonly delimiter?: ReadOptions['delimiter'];
  /** Events that the sources don't hold are removed. Not together with `skipBad`. */
  readonly replace: boolean;
  /** Everything is done and then rolled back. */
  readonly dryRun: boolean;
  /** Sources without a single event are taken for what they are; otherwise they are an error. */
  readonly allowEmpty: boolean;
  /** Bad rows are left out and reported instead of ending the import. */
  readonly skipBad: boolean;
}

export interface ImportListener {
  /** Called after each batch with the number of rows read so far. */
  readonly progress?: (read: number) => void;
  /** Another import is in the way; this one goes on when it is done. */
  readonly waiting?: () => void;
  /** One complete sentence for each row that `skipBad` leaves out. */
  readonly refused?: (refusal: RowRefusal) => void;
  /** Something to know once, without a full stop. */
  readonly notice?: (sentence: string) => void;
}

export interface ImportResult {
  readonly read: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** The sample events that the first import takes away are counted too. */
  readonly removed: number;
  readonly removedSamples: number;
  readonly refused: number;
}

/** At most this many rows, or about this many characters, travel to the database at once. */
const BATCH_ROWS = 2000;
const BATCH_CHARACTERS = 4_000_000;

/**
 * Brings the sources' events into the store in one transaction: all of them or, when one is refused, none.
 * @throws RowRefusal for the first bad row (unless `skipBad`), TransferError for a source that can't be read
 */
export async function importEvents(
  database: Database,
  sources: readonly Source[],
  options: ImportOptions,
  listener: ImportListener = {},
): Promise<ImportResult> {
  const work = async (session: Session): Promise<ImportResult> => {
    const create = (refuse: Refuse) => Staging.create(session, refuse);
    const result = await importInto(create, sources, options, listener);
    if (options.dryRun) throw new DryRunEnd(result);
    return result;
  };
  try {
    return await database.transaction(work);
  } catch (error) {
    if (error instanceof DryRunEnd) return error.result;
    throw error;
  }
}

/** Rolls a dry run's transaction back and carries its result out. */
class DryRunEnd extends Error {
  constructor(readonly result: ImportResult) {
    super('dry run');
  }
}

/** Takes a row that can't go in: throws it, or notes it and lets the import go on without. */
export type Refuse = (refusal: RowRefusal) => void;

/**
 * Brings the sources' events into the target that `create` makes.
 * @throws as `importEvents`; what the target holds then is to be thrown away
 */
export async function importInto(
  create: (refuse: Refuse) => Promise<ImportTarget>,
  sources: readonly Source[],
  options: ImportOptions,
  listener: ImportListener,
): Promise<ImportResult> {
  let refused = 0;
  const refuse: Refuse = (refusal) => {
    if (!options.skipBad) throw refusal;
    refused += 1;
    listener.refused?.(refusal);
  };
  const target = await create(refuse);
  const told: string[] = [];
  const notice = (sentence: string) => {
    told.push(sentence);
    listener.notice?.(sentence);
  };
  const read = await stageAll(target, sources, options, { ...listener, notice }, refuse);
  if (read === 0 && !options.allowEmpty) throw nothingIn(sources, options, told);
  await target.lock(() => listener.waiting?.());
  await target.refuseDuplicates((index) => sources[index]?.name ?? '');
  const removedSamples = await target.removeSamples();
  const removedOthers = options.replace ? await target.removeOthers() : 0;
  await target.refuseConflicts((index) => sources[index]?.name ?? '');
  const { added, changed, staged } = await target.apply();
  if (staged === 0 && read > 0) {
    throw new TransferError(`Every row of ${namesOf(sources)} was refused (${read}): nothing was changed.`);
  }
  return {
    read,
    added,
    changed,
    unchanged: staged - added - changed,
    removed: removedSamples + removedOthers,
    removedSamples,
    refused,
  };
}

/** More files are not told of what is true of all. */
const MAX_FILES_TOLD = 5;

function namesOf(sources: readonly Source[]): string {
  const names = sources.slice(0, MAX_FILES_TOLD).map(({ name }) => name);
  return names.join(', ') + (sources.length > MAX_FILES_TOLD ? ' and others' : '');
}

/** @param told what was said of the sources: why there is none may be in it */
function nothingIn(
  sources: readonly Source[],
  { replace }: ImportOptions,
  told: readonly string[],
): TransferError {
  const names = namesOf(sources);
  const effect = replace ? '--replace would remove every event' : 'nothing was changed';
  const consequence = [effect, ...told.slice(0, MAX_FILES_TOLD)].join('; ');
  return new TransferError(
    `No event in ${names}: ${consequence}. If that is meant, import with --allow-empty.`,
  );
}

/** Reads, checks and stages every row; answers how many there were. */
async function stageAll(
  target: ImportTarget,
  sources: readonly Source[],
  options: ImportOptions,
  listener: ImportListener,
  refuse: Refuse,
): Promise<number> {
  const notice = listener.notice ?? (() => {});
  const readOptions: ReadOptions = { ...options, notice };
  let read = 0;
  const mapped = new MappedNames(options.names);
  let isCalendar = false;
  let batch: Staged[] = [];
  let characters = 0;
  // While the database takes a batch, the next is read.
  let adding: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await adding;
    adding = target.add(batch);
    // Told by whoever awaits it; until then it is nobody's.
    adding.catch(() => {});
    batch = [];
    characters = 0;
    listener.progress?.(read);
  };
  for (const [source, { name, rows }] of sources.entries()) {
    const { first, all } = await lookAhead(rows(readOptions));
    const { order, misfits, areTyped, notices, withoutEnd } = survey(first, options, name);
    const checker = new RowChecker(options, order, { misfits, areTyped });
    for await (const row of all) {
      if (!(row instanceof RowRefusal)) {
        mapped.look(row);
        isCalendar ||= row.isNamed;
        if (checker.leavesOut(row)) continue;
      }
      read += 1;
      const event = row instanceof RowRefusal ? row : checkOrRefuse(() => checker.check(row));
      if (event instanceof RowRefusal) {
        refuse(event);
        continue;
      }
      batch.push({ event, source, place: row.place, sequence: read });
      characters += sizeOf(event);
      if (batch.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS) await flush();
    }
    const found = [...noticesOf(checker, options, withoutEnd), ...notices];
    for (const sentence of found) notice(withoutControls(`${name}: ${sentence}`));
  }
  await flush();
  await adding;
  mapped.refuseUnmet(namesOf(sources));
  if (options.until.given && read > 0 && !isCalendar) {
    throw new TransferError(
      `--until cuts off the recurring events of calendars, and ${namesOf(sources)} holds none: leave it out, nothing was imported.`,
    );
  }
  return read;
}

/** What a source's rows were taken for. */
function* noticesOf(
  { extraNames, unkeyed, anyEnd, cancelled, others, recurring, recurringIn, times }: RowChecker,
  options: ImportOptions,
  withoutEnd: string | undefined,
): Generator<string> {
  if (withoutEnd !== undefined && !anyEnd) yield withoutEnd;
  if (others.sentence !== undefined) yield others.sentence;
  if (cancelled > 0) yield cancelledSentence(cancelled);
  if (recurring > 0) yield recurringSentence(recurring, shortened(recurringIn, MAX_NAME_TOLD));
  if (extraNames.size > 0) {
    const names = Array.from(extraNames, (name) => shortened(name, MAX_NAME_TOLD)).slice(0, MAX_NAMES_TOLD);
    const more = extraNames.size >= MAX_NAMES_TOLD ? ' and others' : '';
    yield `no field of an event and ${options.dropExtra ? 'left out' : 'kept beside them'}: ${names.join(', ')}${more}`;
  }
  if (times.rounded) yield 'times finer than milliseconds are rounded down';
  if (unkeyed > 0) {
    yield `rows without id and uid (${unkeyed}) are known by title, start and location: where one of these changes, the next import adds an event, and the old one stays unless --replace is given`;
  }
}

function checkOrRefuse(check: () => EventRecord): EventRecord | RowRefusal {
  try {
    return check();
  } catch (error) {
    if (error instanceof RowRefusal) return error;
    throw error;
  }
}

function sizeOf(event: EventRecord): number {
  const extra = JSON.stringify(event.extra).length;
  return TEXT_FIELDS.reduce((size, field) => size + event[field].length, extra);
}
