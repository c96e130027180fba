/** Finds how a service answers if there is no event, so that the format can answer in the same way. */
import { parseJson } from '../../lib/json';
import { quoted } from '../../lib/text/quoted';
import type { FormatFile, FormatReader } from '../read';
import { copyJson } from './json-sample';
import { escapeBraces, type Sample } from './sample';

export interface Eventless {
  readonly members: { readonly empty?: string; readonly none?: unknown };
  readonly notes: readonly string[];
}

/** Sets `empty` if all lists without events have the same text, and the format would write another one. */
export function emptyLists(
  { format }: FormatFile,
  { tryRead }: FormatReader,
  sample: Sample,
  texts: readonly string[],
): Eventless {
  const eventless = withoutEvents(sample, texts)
    .map((text) => ({ text, read: tryRead(text) }))
    .filter(({ read }) => typeof read === 'string' || read.events.length === 0);
  // If nothing is the only other answer, it means no events, because an error has a text.
  const isNothing = eventless.every(({ text }) => text === '');
  const isList = ({ read }: (typeof eventless)[number]) =>
    isNothing || (typeof read === 'object' && read.isList);
  const [empty, ...others] = new Set(eventless.filter(isList).map(({ text }) => text));
  const refused = eventless.filter((one) => !isList(one));
  const [first] = refused;
  const are = refused.length === 1 ? 'is not a list' : 'are not lists';
  return {
    members: empty === undefined || others.length > 0 || empty === format.list([]) ? {} : { empty },
    notes:
      first === undefined
        ? []
        : [
            `${refused.length} of ${texts.length} answers ${are} in this format: if ${quoted(first.text, 30)} means no events, write it as empty`,
          ],
  };
}

/** Sets `none` if SelectEvent always gives the same answer for a missing event, and the format would give another. */
export function noEvent({ format }: FormatFile, sample: Sample, texts: readonly string[]): Eventless {
  const [text, ...others] = new Set(withoutEvents(sample, texts));
  const noted = (note: string): Eventless => ({ members: {}, notes: [note] });
  if (text === undefined)
    return noted('no answer is for a missing event, so ask for an event that does not exist');
  if (others.length > 0)
    return noted(`answers without an event differ, such as ${quoted(text, 30)}: write none`);
  if (text === format.event(undefined)) return { members: {}, notes: [] };
  const { kind } = sample;
  const none = kind === 'xml' ? escapeBraces(text) : kind === 'json' ? copyJson(parseJson(text)) : undefined;
  return { members: none === undefined ? { empty: text } : { none }, notes: [] };
}

function withoutEvents({ answers }: Sample, texts: readonly string[]): readonly string[] {
  const holding = new Set(answers);
  return texts.filter((text) => !holding.has(text));
}
