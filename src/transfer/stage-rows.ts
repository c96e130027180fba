/** The rows of an import's sources on their way to the store. */
import { TEXT_FIELDS } from '../event/fields';
import { withoutControls } from '../text/foreign';
import { MAX_NAME_TOLD, MAX_NAMES_TOLD, RowChecker } from './check/row';
import { cancelledSentence } from './columns/cancelled';
import { MappedNames } from './columns/mapped-names';
import { recurringSentence } from './columns/recurring';
import { RowRefusal, shortened, TransferError } from './errors';
import type { EventRecord } from './event-record';
import type { ImportListener, ImportOptions, Refuse } from './import-options';
import { lookAhead } from './look-ahead';
import type { ReadOptions } from './read/options';
import { namesOf, type Source } from './read/source';
import { survey } from './survey/survey';
import type { ImportTarget, Staged } from './target';

/** At most this many rows, or about this many characters, travel to the database at once. */
const BATCH_ROWS = 2000;
const BATCH_CHARACTERS = 4_000_000;

/** Reads, checks and stages every row; answers how many there were. */
export async function stageAll(
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
  { extraNames, unkeyed, anyEnd, cancelled, others, recurring, recurringIn, lastDays, times }: RowChecker,
  options: ImportOptions,
  withoutEnd: string | undefined,
): Generator<string> {
  if (withoutEnd !== undefined && !anyEnd) yield withoutEnd;
  if (others.sentence !== undefined) yield others.sentence;
  if (lastDays.sentence !== undefined) yield lastDays.sentence;
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
