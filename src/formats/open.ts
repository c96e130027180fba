import { readFileSync } from 'node:fs';
import { readFailure } from '../errors';
import { FORMATS } from '.';
import { FILE, type FormatChoice, isFormatFile } from './choice';
import { compileOnDemand } from './compile-on-demand';
import type { FormatFile } from './file/compile';
import { FormatError } from './file/problems';
import type { Format } from './format';

/** What each kind of result is written in. */
export interface Formats {
  readonly list: Format;
  readonly eventJson: Format;
  readonly eventText: Format;
}

export interface FormatSettings {
  readonly listFormat: FormatChoice;
  readonly eventJsonFormat: FormatChoice;
  readonly eventTextFormat: FormatChoice;
  /** IANA name. */
  readonly timeZone: string;
}

/**
 * Reads the format files that settings name.
 * @throws FormatError with everything that is wrong with one that can't be used
 */
export function openFormats(settings: FormatSettings): Formats {
  const open = (choice: FormatChoice) => openFormat(choice, settings.timeZone);
  return {
    list: open(settings.listFormat),
    eventJson: open(settings.eventJsonFormat),
    eventText: open(settings.eventTextFormat),
  };
}

/**
 * @param timeZone the IANA name that `@local` means in a format file
 * @throws FormatError when a format file can't be read or is wrong
 */
function openFormat(choice: FormatChoice, timeZone: string): Format {
  return isFormatFile(choice) ? openFormatFile(choice, timeZone).format : FORMATS[choice];
}

/**
 * @param choice `file:PATH`, relative to the working directory
 * @throws FormatError when the file can't be read or is wrong
 */
export function openFormatFile(choice: `file:${string}`, timeZone: string): FormatFile {
  const path = choice.slice(FILE.length);
  return compileOnDemand(readFormatFile(path), path, timeZone);
}

function readFormatFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new FormatError(`The format file ${path} can't be read: ${readFailure(error)}.`);
  }
}
