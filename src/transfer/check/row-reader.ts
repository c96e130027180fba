import type { EventDraft } from '../../formats/draft';
import { TEXT_FIELDS } from '../../formats/event-fields';
import { isObject } from '../../lib/json';
import { isCancelled, isRecurring } from '../columns/cancelled';
import { ColumnFinder, valueAt } from '../columns/columns';
import type { EventRecord, RawRow } from '../event-record';
import type { ReadRules } from '../import-options';
import type { Notes } from '../notes';
import { checkDraft } from './draft';
import { RowFields } from './row-fields';
import { readTimes, type TimeRules } from './row-times';
import type { Survey } from './survey';

/** Makes events of the rows of one source, by the names of their columns. */
export class RowReader {
  private readonly columns: ColumnFinder;
  private readonly times: TimeRules;

  constructor(
    private readonly rules: ReadRules,
    { order, other }: Survey,
    private readonly notes: Notes,
  ) {
    this.columns = new ColumnFinder(rules.names, other);
    this.times = { ...rules, order, notes };
  }

  /**
   * Makes an event of a row; `undefined` for one that was cancelled and is left out.
   * @throws RowRefusal naming the place, the field, its value and what is allowed
   */
  read(row: RawRow): EventRecord | undefined {
    const fields = new RowFields(row, this.columns.of(row.fields));
    if (!this.rules.keepCancelled && cancels(fields)) {
      this.notes.cancelled += 1;
      return undefined;
    }
    this.noteRecurring(fields);
    const draft = this.draftOf(fields);
    const event = checkDraft(draft, row.place, fields);
    this.notes.count(draft);
    return event;
  }

  private draftOf(fields: RowFields): EventDraft {
    const draft: { -readonly [Name in keyof EventDraft]: EventDraft[Name] } = { extra: fields.extra() };
    for (const field of TEXT_FIELDS) {
      const text = fields.text(field);
      if (text !== undefined) draft[field] = text;
    }
    const allDay = fields.flag('allDay');
    if (allDay !== undefined) draft.allDay = allDay;
    const { start, end } = readTimes(fields, this.times, allDay);
    if (start !== undefined) draft.start = start;
    if (end !== undefined) draft.end = end;
    const id = fields.id();
    if (id !== undefined) draft.id = id;
    return draft;
  }

  private noteRecurring({ row, columns }: RowFields): void {
    const name = columns.recurring.find((one) => isRecurring(row.fields[one]));
    if (name === undefined) return;
    this.notes.recurring += 1;
    this.notes.recurringIn ||= name;
  }
}

/**
 * True for a row that tells of a cancelled event: among its own members, or in an object in which its title or a time
 * stands. What is called so anywhere else, such as an order's status, is of something else.
 */
function cancels({ row, columns }: RowFields): boolean {
  if (columns.cancelling.some((name) => isCancelled(name, row.fields[name]))) return true;
  if (columns.around.length === 0) return false;
  const taken = new Set([...columns.of.values()].flat().map(({ path }) => path.join('.')));
  return columns.around.some((path) => {
    const object = valueAt(row.fields, path);
    if (!isObject(object)) return false;
    return Object.entries(object).some(
      ([name, value]) => isCancelled(name, value) && !taken.has([...path, name].join('.')),
    );
  });
}
