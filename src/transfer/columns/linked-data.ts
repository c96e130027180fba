/** Rows of JSON-LD, each of which says by its `@type` what it is: an event, or the page and its maker around them. */
import { shortened } from '../errors';
import type { Fields } from '../event-record';
import { isEvent } from './columns';

/** schema.org's Event and what it has below it, as a name or an address. */
const EVENT = /(?:^|[/#:]|[a-z])(?:Event|EventSeries|Festival|Hackathon|CourseInstance)$/;
const MAX_TOLD = 5;
const MAX_NAME = 40;

function typesOf({ '@type': type }: Fields): readonly string[] {
  return [type].flat().filter((one) => typeof one === 'string');
}

/** Whether a row says that it is an event. */
export function saysEvent(row: Fields): boolean {
  return typesOf(row).some((type) => EVENT.test(type));
}

/** Counts the rows that say that they are something else; where none says that it is an event, types mean nothing. */
export class OtherTypes {
  #count = 0;
  readonly #types = new Set<string>();

  constructor(private readonly areTyped: boolean) {}

  /** @returns whether the row is left out */
  leavesOut(row: Fields): boolean {
    const types = this.areTyped ? typesOf(row) : [];
    // What has all that an event needs is one, whatever it calls itself.
    if (types.length === 0 || saysEvent(row) || isEvent(row)) return false;
    this.#count += 1;
    if (this.#types.size < MAX_TOLD) this.#types.add(types.join(' '));
    return true;
  }

  /** What was left out, without a full stop. */
  get sentence(): string | undefined {
    if (this.#count === 0) return undefined;
    const types = Array.from(this.#types, (type) => shortened(type, MAX_NAME)).join(', ');
    return `elements that are no events by their "@type" (${this.#count}) are left out: ${types}`;
  }
}
