/** Finds how a service answers if there is no event, so that the format can answer in the same way. */
import { quoted } from '../../lib/text/messages';
import type { FormatFile, FormatReader } from '../read';
import { escapeBraces, type Sample } from './sample';

/** Contains members of the format file that the answers show, and notes about what they don't show. */
export interface Learned {
  readonly members: Readonly<Record<string, string | null>>;
  readonly notes: readonly string[];
}

/**
 * Returns the member `empty` if all lists without events have the same text, and the format would write another text.
 * @param answers the answers that do not hold the sample's events; `null` is an answer without a result
 * @param total the number of all answers
 */
export function emptyListMember(
  { format }: FormatFile,
  { tryRead }: FormatReader,
  answers: readonly (string | null)[],
  total: number,
): Learned {
  const eventless = answers
    .map((text) => ({ text, read: tryRead(text ?? 'null') }))
    .filter(({ read }) => typeof read === 'string' || read.events.length === 0);
  // If all answers without events are empty, they mean that there are none, because an error would have a text.
  const isNothing = ['', null].some((nothing) => eventless.every(({ text }) => text === nothing));
  const isList = ({ read }: (typeof eventless)[number]) =>
    isNothing || (typeof read === 'object' && read.isList);
  const texts = [...new Set(eventless.filter(isList).map(({ text }) => text))];
  const empty = texts.find((text) => text !== format.list([]));
  const refused = eventless.filter((one) => !isList(one));
  const [first] = refused;
  const are = refused.length === 1 ? 'is not a list' : 'are not lists';
  const notes = [
    ...(texts.length > 1
      ? [`lists without events differ, such as ${quoted(empty, 30)}: write the member empty by hand`]
      : []),
    ...(first === undefined
      ? []
      : [
          `${refused.length} of ${total} answers ${are}: if ${quoted(first.text, 30)} means no events, write it as the member empty`,
        ]),
  ];
  return { members: texts.length > 1 || empty === undefined ? {} : { empty }, notes };
}

/**
 * Returns the member that says how SelectEvent answers for a missing event: `none` in XML, and otherwise `empty`.
 * Without this member, the format would give another answer. Answers that differ have no member.
 */
export function noEventMember(
  { format }: FormatFile,
  { kind }: Sample,
  answers: readonly (string | null)[],
): Learned {
  const [text, ...others] = new Set(answers);
  const noted = (note: string): Learned => ({ members: {}, notes: [note] });
  if (text === undefined)
    return noted('no answer is for an event that does not exist: record such an answer, too');
  if (others.length > 0)
    return noted(
      `answers without an event differ, such as ${quoted(text, 30)}: write the member none by hand`,
    );
  if (text === format.event(undefined)) return { members: {}, notes: [] };
  if (kind !== 'xml') return { members: { empty: text }, notes: [] };
  return { members: { none: text === null ? null : escapeBraces(text) }, notes: [] };
}
