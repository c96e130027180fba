import type { RowField } from './event';
import type { PackedEvents } from './packed-events';

/** What the help page calls a format's answers. */
export interface FormatHelp {
  /** After "Returns the events … as": `a JSON array`. */
  readonly list: string;
  /** `JSON` */
  readonly event: string;
  /** What is answered for an event that there isn't: `null`. */
  readonly none: string;
}

interface Described {
  readonly help: FormatHelp;
}

/** What stands around and between the fragments of a list. */
export interface ListFrame {
  readonly before: string;
  readonly separator: string;
  readonly after: string;
}

/** A list of fragments, as the store writes it. */
export function framed(fragments: readonly string[], { before, separator, after }: ListFrame): string {
  return before + fragments.join(separator) + after;
}

/** Puts the texts together that the store keeps of each event in the default formats. */
export interface FragmentFormat extends Described {
  readonly source: 'json' | 'xml';
  event(fragment: string | undefined): string;
  /** The store writes it: V8 takes longer to join long strings than to encode them. */
  readonly list: ListFrame;
}

/** Renders events from those of their fields that it shows. */
export interface RowFormat<Events = PackedEvents> extends Described {
  readonly source: 'row';
  /** The events need hold no others. */
  readonly fields: readonly RowField[];
  /** @param events the one */
  readonly event: (events: Events | undefined) => string;
  readonly list: (events: Events) => string;
}

/** One event (or none) and a list of events as the string that an operation answers. */
export type Format = FragmentFormat | RowFormat;
