import { FIELD_NAMES, type Field } from '../../event/fields';
import { isObject } from '../../json';
import { type DateOrder, numbersOf } from '../../time/written';
import { ColumnFinder } from '../columns/column-finder';
import { type Column, type Columns, valueAt } from '../columns/columns';
import { OtherTypes, saysEvent } from '../columns/linked-data';
import type { Fields, RawRow } from '../event-record';
import type { RowRules } from '../row-rules';
import { TimeReader } from '../times/times';
import { clockStart, clocksBeside, unreadClocks } from './clocks';
import { endLikeIn } from './end-like';
import { misfitsOf } from './misfits';
import { refuseNameless } from './nameless';
import type { Proposal } from './proposals';
import { Sample } from './sample';
import { zoneBeside } from './zone-column';
import { otherZone } from './zone-sentences';

/** What the first rows of a source tell about all of them. */
export interface Survey {
  /** Which number of 3/4/2026 comes first; `undefined`: nothing tells. */
  readonly order: DateOrder | undefined;
  /** The fields whose own columns hold what they can't be, with what takes it. */
  readonly misfits: readonly Proposal[];
  /** What they were taken for, to be told once. */
  readonly notices: readonly string[];
  /** Some row says by its type that it is an event: others say that they are none. */
  readonly areTyped: boolean;
  /** To be told when no event has an end: what looks like one, or like a length. */
  readonly withoutEnd: string | undefined;
}

const ASSUMED_ORDER = 'of dates such as 3/4/2026 the month is read first; --date-format says otherwise';

/**
 * Looks at the first rows of a source.
 * @throws TransferError when none of them has a title, or none a start: it lists what they have, and a way; when their
 * times have a zone of their own, and nobody said that it is another
 */
export function survey(rows: readonly RawRow[], rules: RowRules, file: string): Survey {
  const named = rows.filter(({ isNamed }) => !isNamed);
  const areTyped = named.some((row) => saysEvent(row.fields));
  const others = new OtherTypes(areTyped);
  const own = named.filter((row) => !others.leavesOut(row.fields));
  const fields = own.map((row) => row.fields);
  const sample = new Sample(fields, new TimeReader(rules, 'month'));
  const columns = new ColumnFinder(rules.names);
  const known = new Set(
    FIELD_NAMES.filter((field) => fields.some((row) => has(row, field, columns.of(row), rules))),
  );
  const [first] = fields;
  const columnsOf = (field: Field): readonly Column[] =>
    first === undefined || rules.names.has(field) ? [] : (columns.of(first).of.get(field) ?? []);
  const apart = clockStart(sample, columnsOf('start'));
  const clocks = clocksBeside(sample, columnsOf);
  const misfits = [...misfitsOf(fields, columns), ...(apart === undefined ? [] : [apart]), ...clocks];
  if (fields.length > 0) refuseNameless({ sample, known, misfits, place: own[0]?.place, file }, rules);
  const { order, isAssumed } = orderOf(fields, columns);
  const times = new TimeReader(rules, order);
  const zone = otherZone(zoneBeside(sample, columns, times, rules), { sample, misfits, file }, rules);
  return {
    order,
    misfits,
    areTyped,
    notices: [
      ...(isAssumed ? [ASSUMED_ORDER] : []),
      ...(zone === undefined ? [] : [zone]),
      ...(clocks.length === 0 ? [] : [unreadClocks(clocks)]),
    ],
    withoutEnd: known.has('end') || rules.names.has('end') ? undefined : endLikeIn(sample, rules),
  };
}

function orderOf(rows: readonly Fields[], columns: ColumnFinder) {
  const texts = rows.flatMap((row) => {
    const { of } = columns.of(row);
    return (['start', 'end'] as const).flatMap((field) =>
      (of.get(field) ?? []).flatMap(({ path, clock }) =>
        [valueAt(row, path), clock && valueAt(row, clock)].filter((value) => typeof value === 'string'),
      ),
    );
  });
  const pairs = texts.map(numbersOf).filter((pair) => pair !== undefined);
  const firstPast12 = pairs.some(([first]) => first > 12);
  const secondPast12 = pairs.some(([, second]) => second > 12);
  const half = pairs.length > 0 && texts.some((text) => /\d\s?[ap]\.?m\b/i.test(text));
  const told: DateOrder = firstPast12 ? 'day' : 'month';
  if (firstPast12 !== secondPast12) return { order: told, isAssumed: false };
  // They are read as those programs write them that write AM and PM.
  const isAssumed = half && !firstPast12;
  return { order: isAssumed ? told : undefined, isAssumed };
}

function has(row: Fields, field: Field, { of }: Columns, { names }: RowRules): boolean {
  const columns = of.get(field) ?? [];
  if (names.has(field)) return columns.some(({ path }) => valueAt(row, path) !== undefined);
  return columns.some(({ path }) => Object.hasOwn(row, path[0] ?? '') && !isObject(valueAt(row, path)));
}
