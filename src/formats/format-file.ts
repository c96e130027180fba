import type { Clock } from '../lib/time/clock';
import { planCsv } from './csv-kind';
import { Problems, readDocument } from './document';
import { planJson } from './json-kind';
import type { Plan } from './plan';
import { planXml } from './xml-kind';

export interface FormatFile extends Plan {
  /** Messages call the file by this name. */
  readonly name: string;
  /** This is the answer without events, or `undefined` if it is the wrapper around an empty list. */
  readonly empty: string | undefined;
  /** This is the time zone that `@local` means. */
  readonly clock: Clock;
}

const PLANS = { json: planJson, xml: planXml, csv: planCsv } as const;

/** @throws FormatError with every mistake in the file, which messages call `name` */
export function compileFormat(text: string, name: string, clock: Clock): FormatFile {
  const problems = new Problems(name);
  const document = readDocument(text, clock, problems);
  const plan = document && PLANS[document.kind](document);
  problems.throwIfAny();
  if (document === undefined || plan === undefined)
    throw new TypeError('a format without a plan has a problem');
  return { name, clock, empty: document.value('empty'), ...plan };
}
