import path from 'node:path';

export const FILE_FORMATS = ['json', 'jsonl', 'csv', 'ics'] as const;

export type FileFormat = (typeof FILE_FORMATS)[number];

export const FORMAT_OF_EXTENSION: ReadonlyMap<string, FileFormat> = new Map([
  ['.json', 'json'],
  ['.jsonl', 'jsonl'],
  ['.ndjson', 'jsonl'],
  ['.csv', 'csv'],
  ['.tsv', 'csv'],
  ['.ics', 'ics'],
]);

/** The format that a file's name tells, else the one its first characters look like. */
export function detectFormat(name: string, head: string): FileFormat {
  const start = head.trimStart();
  const named = FORMAT_OF_EXTENSION.get(path.extname(name).toLowerCase());
  // Some tools write JSON Lines into .json files.
  if (named !== undefined && !(named === 'json' && start.startsWith('{'))) return named;
  if (start.startsWith('[')) return 'json';
  if (start.startsWith('{')) return 'jsonl';
  return /^BEGIN:VCALENDAR/i.test(start) ? 'ics' : 'csv';
}
