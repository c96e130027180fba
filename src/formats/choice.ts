import { FORMATS, type FormatName } from '.';
import type { FormatHelp } from './format';

/** What a setting chooses: a format by its name, or a format file by its path in the working directory. */
export type FormatChoice = FormatName | `file:${string}`;

export const FILE = 'file:';

export function isFormatFile(choice: string): choice is `file:${string}` {
  return choice.startsWith(FILE) && choice.length > FILE.length;
}

/** A file's answers are its author's: the pages don't repeat them. */
const FILE_HELP: FormatHelp = {
  list: "text of this service's own shape",
  event: "text of this service's own shape",
  none: 'what stands for no event there',
};

export function formatHelp(choice: FormatChoice): FormatHelp {
  return isFormatFile(choice) ? FILE_HELP : FORMATS[choice].help;
}
