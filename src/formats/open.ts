import { readFileSync } from 'node:fs';
import { readFailure } from '../lib/errors';
import { knownZone, type TimeZone } from '../lib/time/zones';
import { compileFormatFile, FORMATS, type FormatName } from './built-in';
import { FormatError } from './document';
import type { Format, FormatHelp } from './format';
import type { FormatFile } from './read';

/** A setting chooses a built-in format by its name, or a format file by its path in the working directory. */
export type FormatChoice = FormatName | `file:${string}`;

const FILE = 'file:';

export function isFormatFile(choice: string): choice is `file:${string}` {
  return choice.startsWith(FILE) && choice.length > FILE.length;
}

/** The pages don't show the answers of a format file, because only its author knows what they mean. */
const FILE_HELP: FormatHelp = {
  list: "text in the service's own format",
  event: "text in the service's own format",
  none: 'another text of that format',
};

export function formatHelp(choice: FormatChoice): FormatHelp {
  return isFormatFile(choice) ? FILE_HELP : FORMATS[choice].help;
}

/**
 * Contains a format for each kind of result: lists, SelectEvent with `bolAsJSON` true, and SelectEvent with it false.
 */
export interface Formats {
  readonly list: Format;
  readonly eventJson: Format;
  readonly eventText: Format;
}

export interface FormatSettings {
  readonly listFormat: FormatChoice;
  readonly eventJsonFormat: FormatChoice;
  readonly eventTextFormat: FormatChoice;
  readonly timeZone: string;
}

/**
 * Reads the format files that settings name.
 * @throws FormatError with every mistake in the first file that can't be used
 */
export function openFormats(settings: FormatSettings): Formats {
  const zone = knownZone(settings.timeZone);
  return {
    list: openFormat(settings.listFormat, zone),
    eventJson: openFormat(settings.eventJsonFormat, zone),
    eventText: openFormat(settings.eventTextFormat, zone),
  };
}

/**
 * Opens the format that a setting chooses.
 * @param zone the time zone in which the days of all-day events begin, and which `@local` means in a format file
 * @throws FormatError if a format file can't be read or has a mistake
 */
export function openFormat(choice: FormatChoice, zone: TimeZone): Format {
  return isFormatFile(choice) ? openFormatFile(choice, zone).format : FORMATS[choice].open(zone);
}

/**
 * Reads and compiles a format file.
 * @param choice `file:PATH`, relative to the working directory
 * @throws FormatError if the file can't be read or has a mistake
 */
export function openFormatFile(choice: `file:${string}`, zone: TimeZone): FormatFile {
  const path = choice.slice(FILE.length);
  return compileFormatFile(readFormatFile(path), path, zone);
}

function readFormatFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new FormatError(`The format file ${path} can't be read: ${readFailure(error)}.`);
  }
}
