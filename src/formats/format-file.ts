import type { TimeZone } from '../lib/time/zones';
import { planCsv } from './csv-kind';
import { Problems, readDocument } from './document';
import { planJson } from './json-kind';
import type { FormatFile } from './read';
import { planXml } from './xml-kind';

const PLANS = { json: planJson, xml: planXml, csv: planCsv } as const;

/**
 * Compiles the text of a format file.
 * @param name what messages call the file
 * @param zone the time zone that `@local` means
 * @throws FormatError with every mistake in the file
 */
export function compileFormat(text: string, name: string, zone: TimeZone): FormatFile {
  const problems = new Problems(name);
  const document = readDocument(text, zone, problems);
  const plan = PLANS[document.kind](document);
  problems.throwIfAny();
  return { name, zone, empty: document.members.get('empty')?.value, ...plan };
}
