import {
  describe,
  type ExtraFields,
  type Field,
  MAX_ID,
  TEXT_FIELDS,
  type TextField,
} from '../../event/fields';
import { isObject } from '../../json';
import { FLAGS_ALLOWED, flagOf } from '../../text/flags';
import { type Column, type Columns, type Path, valueAt, without } from '../columns/columns';
import { extraName } from '../columns/extra-names';
import { characterOutsideXml, isSafeAddress, withLfLineEnds } from '../columns/text';
import { fits, idOf, present } from '../columns/values';
import { quoted, RowRefusal } from '../errors';
import type { EventRecord, RawRow } from '../event-record';
import { adviceOn } from '../survey/advice';
import type { Proposal } from '../survey/proposals';
import { extraProblem } from './extra';

/** Behind the refusal of a row that lacks what an event must have: nothing else would take it. */
export const WITHOUT_IT = '; --skip-bad leaves such rows out';

export type Texts = Pick<EventRecord, TextField>;

/** The typed readers of one row's fields. */
export class RowFields {
  constructor(
    private readonly row: RawRow,
    private readonly columns: Columns,
    private readonly misfits: readonly Proposal[],
  ) {}

  /** Its reader gave the fields their names. */
  get isNamed(): boolean {
    return this.row.isNamed;
  }

  texts(): Texts {
    const texts: Partial<Record<TextField, string>> = {};
    for (const field of TEXT_FIELDS) texts[field] = this.text(field);
    // The one cast: the loop leaves none out.
    return texts as Texts;
  }

  private text(field: TextField): string {
    const { required, address, longest } = describe(field);
    const given = this.value(field) ?? '';
    // Ids of other programs are numbers too; of those that lose digits in JSON several would be one.
    const value = field === 'uid' && Number.isSafeInteger(given) ? String(given) : given;
    if (typeof value !== 'string') throw this.refusal(field, 'must be text', this.advice(field, value));
    const text = withLfLineEnds(value);
    const character = characterOutsideXml(text);
    if (character !== undefined) {
      throw this.refusal(field, `must be text that XML 1.0 can carry, without ${character}`);
    }
    if (required && text === '') throw this.refusal(field, 'must be text that is not empty', WITHOUT_IT);
    if (address && !isSafeAddress(text)) {
      throw this.refusal(field, 'must be an http, https or mailto address or a relative one, on one line');
    }
    if (longest !== undefined && text.length > longest) {
      throw this.refusal(field, `must be at most ${longest} characters long`);
    }
    return text;
  }

  id(): number | undefined {
    const value = this.value('id');
    if (value === undefined) return undefined;
    const id = idOf(value);
    if (id !== undefined) return id;
    throw this.refusal('id', `must be a whole number from 1 to ${MAX_ID}`, this.advice('id', value));
  }

  flag(field: Field): boolean | undefined {
    const value = this.value(field);
    if (value === undefined) return undefined;
    const flag = flagOf(value);
    if (flag === undefined) throw this.refusal(field, FLAGS_ALLOWED);
    return flag;
  }

  /** What is no field, by its own names. */
  extra(): ExtraFields {
    if (this.row.isNamed) return this.row.extra ?? {};
    if (this.columns.areAll) return {};
    const taken = [...this.columns.of].flatMap(([field, columns]) =>
      columns.filter((column) => !this.isOther(field, column)).flatMap(pathsOf),
    );
    return Object.fromEntries(
      without(this.row.fields, taken).map(([name, value]) => [extraName(name), value]),
    );
  }

  /** @throws RowRefusal when the store can't take them */
  checkedExtra(extra: ExtraFields): ExtraFields {
    const problem = extraProblem(extra);
    if (problem === undefined) return extra;
    throw new RowRefusal(this.row.place, `${problem}; --drop-extra leaves what is no field out`);
  }

  /** `title must be …, not ""`, or `title is missing: it must be …`, under the name that the file has for the field. */
  refusal(field: Field, allowed: string, advice = ''): RowRefusal {
    const column = this.columnOf(field);
    const [value, clock] = [this.held(column?.path), this.held(column?.clock)];
    if (value === undefined)
      return new RowRefusal(this.row.place, `${this.nameOf(field)} is missing: it ${allowed}${advice}`);
    const given = clock === undefined ? quoted(value) : `${quoted(value)} with ${quoted(clock)}`;
    return new RowRefusal(this.row.place, `${this.nameOf(field)} ${allowed}, not ${given}${advice}`);
  }

  /** What would take a field that there is and that can't be as it is; empty where nothing would. */
  adviceOn(field: Field): string {
    return this.advice(field, this.value(field));
  }

  private advice(field: Field, value: unknown): string {
    const [path] = this.columns.of.get(field)?.map((column) => column.path) ?? [];
    return path === undefined || this.row.isNamed ? '' : adviceOn(field, path, value, this.misfits);
  }

  private value(field: Field): unknown {
    return this.held(this.columnOf(field)?.path);
  }

  /** What the file calls a field. */
  nameOf(field: Field): string {
    return this.columnOf(field)?.path.join('.') ?? field;
  }

  /** The first of a field's columns that holds anything. */
  columnOf(field: Field): Column | undefined {
    const columns = this.columns.of.get(field);
    return columns?.find((one) => this.holds(field, one)) ?? columns?.find(({ guessed }) => !guessed);
  }

  /**
   * What it holds can't be the field's: one was found by its name only, another holds the object that a path leads
   * into.
   */
  private isOther(field: Field, column: Column): boolean {
    const value = this.held(column.path);
    if (isObject(value)) return true;
    return column.guessed && value !== undefined && !fits(field, value);
  }

  private holds(field: Field, { path, guessed }: Column): boolean {
    const value = this.held(path);
    return value !== undefined && (!guessed || fits(field, value));
  }

  /** What stands at a path, where it is not left out. */
  held(path: Path | undefined): unknown {
    return path && present(valueAt(this.row.fields, path));
  }
}

function pathsOf({ path, clock }: Column): readonly Path[] {
  return clock === undefined ? [path] : [path, clock];
}
