import type { TimeZone } from '../lib/time/zones';
import { compileCsv } from './csv-kind';
import { Problems, readDocument } from './document';
import { compileJson } from './json-kind';
import type { FormatFile } from './read';
import { compileXml } from './xml-kind';

const COMPILERS = { json: compileJson, xml: compileXml, csv: compileCsv } as const;

/**
 * Compiles the text of a format file.
 * @param name what messages call the file
 * @param zone the time zone that `@local` means
 * @throws FormatError with every mistake in the file
 */
export function compileFormat(text: string, name: string, zone: TimeZone): FormatFile {
  const problems = new Problems(name);
  const document = readDocument(text, zone, problems);
  const plan = COMPILERS[document.kind](document);
  problems.throwIfAny();
  return { name, zone, empty: document.members.get('empty')?.value, ...plan };
}
