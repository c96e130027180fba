import { TEXT_FIELDS } from '../formats/event-fields';
import { checkDraft } from './check/draft';
import { inferRules, lookAhead } from './check/infer';
import { readRow } from './check/rows';
import { UnusedMappings } from './columns/columns';
import { RowRefusal, TransferError } from './errors';
import type { EventRecord } from './event-record';
import type { ImportListener, ImportOptions } from './import-options';
import { Notes } from './notes';
import { namesOf, type Source } from './read/source';
import type { ImportTarget, Staged } from './target';

/** A batch has about this many characters. For each row `ROW_CHARACTERS` are added to the length of its texts. */
const BATCH_CHARACTERS = 4_000_000;
const ROW_CHARACTERS = 2_000;

/**
 * Reads, checks and stages every row. Returns the number of rows, and the notes on what was assumed.
 * @param refuse throws the refusal of a row, or reports it so that the import can continue
 */
export async function stageAll(
  target: ImportTarget,
  sources: readonly Source[],
  options: ImportOptions,
  listener: ImportListener,
  refuse: (refusal: RowRefusal) => void,
): Promise<{ readonly read: number; readonly notes: Notes }> {
  const notes = new Notes(options.zone);
  const reading = { ...options, notes };
  const batch = new Batch(target);
  const unusedMappings = new UnusedMappings(options.names);
  let read = 0;
  const found = { rawRows: false, drafts: false };
  for (const { name, rows } of sources) {
    const { first, all } = await lookAhead(rows(reading));
    const rules = { ...reading, ...inferRules(first, reading, name) };
    for await (const row of all) {
      const isRefused = row instanceof RowRefusal;
      const hasDraft = 'draft' in row;
      if (!isRefused) unusedMappings.noteUses(row, rules.columns);
      found.drafts ||= hasDraft;
      found.rawRows ||= !isRefused && !hasDraft;
      const draft = isRefused || hasDraft ? row : readRow(row, rules);
      if (draft === undefined) continue;
      read += 1;
      const checked = draft instanceof RowRefusal ? draft : checkDraft(draft, notes);
      if (checked instanceof RowRefusal) refuse(checked);
      else if (await batch.add({ ...checked, sequence: read })) listener.progress?.(read);
    }
  }
  await batch.end();
  listener.progress?.(read);
  const names = namesOf(sources);
  unusedMappings.refuse(names);
  // Every option must have an effect, because a user may not notice that an option has none.
  if (options.until.isChosen && found.rawRows && !found.drafts)
    throw new TransferError(
      `--until is only for calendars, and there is none in ${names}, so nothing was imported: leave --until out.`,
    );
  if (options.endDates === 'inclusive' && found.drafts && !found.rawRows)
    throw new TransferError(`The calendar or format file itself says what the ends in ${names} mean`, {
      advice: { option: 'end-dates', effect: 'inclusive is only for tables and JSON' },
    });
  return { read, notes };
}

/** Sends events in batches. The next batch is read while one is sent: 100,000 rows take 11 s instead of 16 s. */
class Batch {
  #rows: Staged[] = [];
  #characters = 0;
  #adding: Promise<void> = Promise.resolve();

  constructor(private readonly target: ImportTarget) {}

  /** Adds a row, and returns true if a batch was sent. */
  async add(row: Staged): Promise<boolean> {
    this.#rows.push(row);
    this.#characters += sizeOf(row.event);
    if (this.#characters < BATCH_CHARACTERS) return false;
    await this.#flush();
    return true;
  }

  async end(): Promise<void> {
    await this.#flush();
    await this.#adding;
  }

  async #flush(): Promise<void> {
    await this.#adding;
    this.#adding = this.target.add(this.#rows);
    // Without this handler, a failure before the promise is awaited would be an unhandled rejection.
    this.#adding.catch(() => {});
    this.#rows = [];
    this.#characters = 0;
  }
}

function sizeOf(event: EventRecord): number {
  const others = ROW_CHARACTERS + JSON.stringify(event.extra).length;
  return TEXT_FIELDS.reduce((size, field) => size + event[field].length, others);
}
