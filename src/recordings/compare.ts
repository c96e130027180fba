/** Plays a recording against a service, and compares its answers with those of the recorded service. */
import type { BindingName } from '../contract/bindings';
import { treeOf } from '../formats/tree';
import { networkFailure } from '../lib/errors';
import { sameButSpace, type TreeKind, treeDifferences } from './differences';
import { describeAnswer } from './read-answer';
import { callText, type RecordedAnswer, type Recording } from './recording';
import type { RemoteService } from './upstream';

/** A recorded call has one outcome for each binding over which it is played. */
export interface Outcome {
  /** This is the call in readable form: `SelectEvents(month=3, year=2026) by httpget`. */
  readonly call: string;
  /** This is empty if both answers are the same. If there is no answer, its only item has the kind `no answer`. */
  readonly differences: readonly Difference[];
}

/** After this many calls in a row without an answer, no more calls are sent. */
const MAX_UNANSWERED = 3;

/**
 * Plays calls one after the other, and yields each with its result. The result is `undefined` for calls that are not
 * sent, because the service no longer answers.
 */
export async function* playAll<PlayedCall, Result>(
  calls: Iterable<PlayedCall>,
  play: (call: PlayedCall) => Promise<Result>,
  isUnanswered: (result: Result) => boolean,
): AsyncGenerator<readonly [PlayedCall, Result | undefined]> {
  let unanswered = 0;
  for (const call of calls) {
    const result = unanswered < MAX_UNANSWERED ? await play(call) : undefined;
    if (result !== undefined) unanswered = isUnanswered(result) ? unanswered + 1 : 0;
    yield [call, result];
  }
}

/** Makes each recorded call over each of its bindings, one after the other, and yields the outcomes. */
export async function* compare(
  service: RemoteService,
  recordings: Iterable<Recording>,
): AsyncGenerator<Outcome> {
  const calls = [...recordings].flatMap((recording) =>
    recording.bindings.map((binding) => ({ ...recording, binding })),
  );
  const isMissing = ([first]: readonly Difference[]) => first?.kind === 'no answer';
  const played = playAll(calls, (one) => play(service, one), isMissing);
  for await (const [{ call, binding }, differences = onlyDifference('no answer', 'not sent')] of played)
    yield { call: `${callText(call)} by ${binding}`, differences };
}

async function play(
  service: RemoteService,
  { call, binding, answer: recorded }: Recording & { readonly binding: BindingName },
): Promise<readonly Difference[]> {
  const got = await service.call(call, binding).catch(networkFailure);
  if (typeof got === 'string') return onlyDifference('no answer', got);
  const { raw, answer } = got;
  if (answer !== undefined) return answerDifferences(recorded, answer);
  if (raw.status === 404 || raw.status === 503) return onlyDifference('no answer', `status ${raw.status}`);
  // The answer is a web page, or has the shape of another binding.
  return onlyDifference('unreadable answer', describeAnswer(raw), raw.body.toString('utf8').slice(0, 40));
}

/** Returns the only difference. It has no place, because no texts were compared. */
function onlyDifference(kind: DifferenceKind, name: string, given = ''): readonly Difference[] {
  return [{ kind, name, character: 0, recorded: '', given }];
}

/** `text` is any other difference, for example in markup or comments, or in answers that are neither JSON nor XML. */
export type DifferenceKind =
  | 'no answer'
  | 'unreadable answer'
  | 'fault instead of a result'
  | 'result instead of a fault'
  | 'fault code'
  | 'fault text'
  | 'no result'
  | 'text'
  | TreeKind;

/** Represents the first of the differences between two texts that have this kind and this name. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** The name is the path of a member, element or `@attribute`: `d.Place.City`. It may be empty. */
  readonly name: string;
  /** This is the first different character of the recorded text, counted from 1, or 0 if no texts were compared. */
  readonly character: number;
  /** `recorded` and `given` are excerpts around that character. */
  readonly recorded: string;
  readonly given: string;
}

/** Compares faults by code and text, and results character by character. */
function answerDifferences(recorded: RecordedAnswer, given: RecordedAnswer): readonly Difference[] {
  if ('fault' in recorded) {
    const { code, text } = recorded.fault;
    if (!('fault' in given)) return [difference('result instead of a fault', '', text, given.result ?? '')];
    const differences: Difference[] = [];
    if (given.fault.code !== code) differences.push(difference('fault code', '', code, given.fault.code));
    if (given.fault.text !== text) differences.push(difference('fault text', '', text, given.fault.text));
    return differences;
  }
  const { result } = recorded;
  if ('fault' in given) return [difference('fault instead of a result', '', result ?? '', given.fault.text)];
  if (result === given.result) return [];
  if (result === null || given.result === null)
    return [difference('no result', '', result ?? '', given.result ?? '')];
  return textDifferences(result, given.result);
}

/** Compares two different results. As JSON or XML they may differ in several places, otherwise in one. */
export function textDifferences(recorded: string, given: string): readonly Difference[] {
  const [left, right] = [treeOf(recorded), treeOf(given)];
  const found = new Map<string, Difference>();
  if (left !== undefined && right !== undefined) {
    for (const [kind, name, ...places] of treeDifferences(left, right)) {
      const key = `${kind} ${name}`;
      if (!found.has(key)) found.set(key, difference(kind, name, recorded, given, ...places));
    }
  }
  if (found.size > 0) return [...found.values()];
  return [difference(sameButSpace(recorded, given) ? 'white space' : 'text', '', recorded, given)];
}

/** Names come from the answers, so they are cut to this number of characters. */
const MAX_NAME = 80;
/** An excerpt has this many characters before and after the first difference. */
const BEFORE = 16;
const AFTER = 24;

/** @param recordedAt the offset from which `recorded` is compared; `given` is compared from `givenAt` */
function difference(
  kind: DifferenceKind,
  name: string,
  recorded: string,
  given: string,
  recordedAt = 0,
  givenAt = 0,
): Difference {
  let same = 0;
  const last = recorded.length - recordedAt;
  while (same < last && recorded[recordedAt + same] === given[givenAt + same]) same++;
  const around = (text: string, at: number) => text.slice(Math.max(0, at - BEFORE), at + AFTER);
  return {
    kind,
    name: name.slice(0, MAX_NAME),
    character: recordedAt + same + 1,
    recorded: around(recorded, recordedAt + same),
    given: around(given, givenAt + same),
  };
}
