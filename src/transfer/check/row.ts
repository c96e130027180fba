import { createHash } from 'node:crypto';
import { FIELDS } from '../../event/fields';
import type { DateOrder } from '../../time/written';
import { isCalledOff } from '../columns/called-off';
import { ColumnFinder } from '../columns/column-finder';
import { type Columns, findColumns } from '../columns/columns';
import { OtherTypes } from '../columns/linked-data';
import { isRecurring } from '../columns/recurring';
import { DIGEST, type EventRecord, type RawRow } from '../event-record';
import type { RowRules } from '../row-rules';
import type { Proposal } from '../survey/proposals';
import type { Survey } from '../survey/survey';
import { TimeReader } from '../times/times';
import { checkTimes, type Times } from './check-times';
import { LastDays } from './last-days';
import { RowFields, type Texts } from './row-fields';
import { RowTimes } from './row-times';

/** Makes events of a source's rows. */
export class RowChecker {
  /** Rows without id and uid. */
  unkeyed = 0;
  /** Rows of events that were called off. */
  cancelled = 0;
  /** Rows that tell of a rule, and the first column that did. */
  recurring = 0;
  recurringIn = '';
  /** Some row has an end. */
  anyEnd = false;
  /** The names of extra fields; no more than are told. */
  readonly extraNames = new Set<string>();
  readonly times: TimeReader;
  /** Rows that are something else than events. */
  readonly others: OtherTypes;
  readonly lastDays = new LastDays();
  private readonly misfits: readonly Proposal[];
  private readonly columns: ColumnFinder;

  /**
   * @param order how dates such as 3/4/2026 are read
   * @param survey what the first rows told: what refusals have to propose together, and whether rows say what they are
   */
  constructor(
    private readonly rules: RowRules,
    order: DateOrder | undefined,
    survey: Partial<Pick<Survey, 'misfits' | 'areTyped'>> = {},
  ) {
    this.misfits = survey.misfits ?? [];
    this.others = new OtherTypes(survey.areTyped ?? false);
    this.times = new TimeReader(rules, order);
    this.columns = new ColumnFinder(rules.names);
  }

  /** Whether a row is left out, and counted, because it is no event, or one that was called off. */
  leavesOut({ isNamed, fields }: RawRow): boolean {
    if (isNamed) return false;
    if (this.others.leavesOut(fields)) return true;
    if (this.rules.keepCancelled) return false;
    if (!isCalledOff(fields, this.columns.of(fields))) return false;
    this.cancelled += 1;
    return true;
  }

  /**
   * Makes an event of a raw row.
   * @throws RowRefusal naming the place, the field, its value and what is allowed
   */
  check(row: RawRow): EventRecord {
    const fields = new RowFields(row, row.isNamed ? OWN_COLUMNS : this.columns.of(row.fields), this.misfits);
    const texts = fields.texts();
    const read = new RowTimes(fields, this.rules.zone, this.times);
    const times = checkTimes(fields, read, this.rules.endDates);
    if (this.rules.endDates === undefined && times.allDay && read.endMayBeLastDay())
      this.lastDays.note(times);
    this.anyEnd ||= read.holdsEnd();
    this.noteRecurring(row);
    const id = fields.id();
    const others = fields.extra();
    if (this.extraNames.size < MAX_NAMES_TOLD) {
      for (const name of Object.keys(others)) this.extraNames.add(name);
    }
    if (texts.uid === '' && id === undefined) this.unkeyed += 1;
    const extra = this.rules.dropExtra ? {} : fields.checkedExtra(others);
    const { title, description, location, url, category } = texts;
    const { start, end, allDay } = times;
    const uid = texts.uid || derivedUid(id, texts, times);
    // One by one: an event of spread objects costs several times as much.
    return { id, uid, title, description, location, url, category, start, end, allDay, extra };
  }

  private noteRecurring({ isNamed, fields }: RawRow): void {
    const name = isNamed
      ? undefined
      : this.columns.of(fields).recurring.find((one) => isRecurring(fields[one]));
    if (name === undefined) return;
    this.recurring += 1;
    this.recurringIn ||= name;
  }
}

/** More names of extra fields are not told. */
export const MAX_NAMES_TOLD = 20;
/** Characters of each. */
export const MAX_NAME_TOLD = 60;

/** What readers call the fields that give them their names themselves. */
const OWN_COLUMNS: Columns = findColumns(Object.keys(FIELDS), new Map());

/** What recognises an event that has no uid: its id, or what it is, where and when. */
function derivedUid(id: number | undefined, { title, location }: Texts, { start, allDay }: Times): string {
  if (id !== undefined) return String(id);
  const time = new Date(start).toISOString();
  const identity = JSON.stringify([title, allDay ? time.slice(0, 10) : time, location]);
  return DIGEST + createHash('sha256').update(identity).digest('hex');
}
