import type { RowFormat } from '../format';
import type { PackedEvents } from '../packed-events';
import { readDocument } from './document';
import { type JsonPlan, planJson } from './json';
import { Output, PLAIN } from './output';
import { isPlaceholder, type Placeholder } from './placeholder';
import { Problems, quotedText } from './problems';
import type { Clock } from './time-forms';
import { planXml, type XmlPlan } from './xml';

export type Plan = JsonPlan | XmlPlan;

/** A format file, checked and made ready. */
export interface FormatFile {
  /** As its user named it. */
  readonly name: string;
  readonly plan: Plan;
  readonly format: RowFormat;
}

/**
 * Compiles the text of a format file.
 * @param name what messages call the file
 * @param clock the time zone that `@local` means
 * @throws FormatError which names every fault of the file
 */
export function compileFormat(text: string, name: string, clock: Clock): FormatFile {
  const problems = new Problems(name);
  const plan = planOf(text, clock, problems);
  problems.throwIfAny();
  if (plan === undefined) throw new TypeError('a format without a plan has a problem');
  return { name, plan, format: formatOf(plan) };
}

function planOf(text: string, clock: Clock, problems: Problems): Plan | undefined {
  const values = readDocument(text, problems);
  if (values === undefined) return undefined;
  if (!values.has('event')) problems.add('', 'has no member event: the event as the clients read it.');
  const kind = values.get('kind');
  if (kind?.type === 'string' && kind.text === 'json') return planJson(values, clock, problems);
  if (kind?.type === 'string' && kind.text === 'xml') return planXml(values, clock, problems);
  const given =
    kind === undefined ? 'missing' : kind.type === 'string' ? quotedText(kind.text) : `of another type`;
  problems.add('kind', `must be "json" or "xml", and is ${given}.`);
  return undefined;
}

function formatOf(plan: Plan): RowFormat {
  const { kind, writeEvent, none } = plan;
  const [before, separator, after] =
    kind === 'json'
      ? [`${plan.list.before}[`, ',', `]${plan.list.after}`]
      : [plan.list.before, '', plan.list.after];
  const { single } = plan;
  const answer = (events: PackedEvents, head: string, between: string, tail: string) => {
    const event = events.cursor();
    // An answer is about as long as what it is made of.
    const output = new Output(event.bytes.length);
    output.text(head, PLAIN);
    for (let isFirst = true; event.next(); isFirst = false) {
      if (!isFirst) output.text(between, PLAIN);
      writeEvent(event, output);
    }
    output.text(tail, PLAIN);
    return output.toString();
  };
  const called = kind === 'json' ? 'JSON' : 'XML';
  return {
    help: { list: called, event: called, none: none === '' ? 'nothing' : none },
    source: 'row',
    fields: [...new Set(placeholdersOf(plan).flatMap(({ needs }) => needs))],
    event(events) {
      return events === undefined ? none : answer(events, single.before, '', single.after);
    },
    list(events) {
      return answer(events, before, separator, after);
    },
  };
}

export function placeholdersOf(plan: Plan): Placeholder[] {
  return plan.kind === 'xml'
    ? [...plan.placeholders]
    : plan.leaves.flatMap(({ parts }) => parts.filter(isPlaceholder));
}
