import type { Clock } from '../lib/time/clock';
import { planCsv } from './csv-kind';
import { type FormatDocument, Problems, readDocument } from './document';
import { planJson } from './json-kind';
import type { Plan } from './plan';
import { planXml } from './xml-kind';

/** Represents a format file that was checked and compiled. */
export interface FormatFile extends Plan {
  /** Messages call the file by this name. */
  readonly name: string;
}

/**
 * Compiles the text of a format file.
 * @param name what messages call the file
 * @param clock the time zone that `@local` means
 * @throws FormatError with every mistake in the file
 */
export function compileFormat(text: string, name: string, clock: Clock): FormatFile {
  const problems = new Problems(name);
  const document = readDocument(text, problems);
  const plan = document && planOf(document, clock, problems);
  problems.throwIfAny();
  if (plan === undefined) throw new TypeError('a format without a plan has a problem');
  return { name, ...plan };
}

function planOf({ kind, values }: FormatDocument, clock: Clock, problems: Problems): Plan {
  switch (kind) {
    case 'json':
      return planJson(values, clock, problems);
    case 'xml':
      return planXml(values, clock, problems);
    case 'csv':
      return planCsv(values, clock, problems);
  }
}
