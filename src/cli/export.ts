import { rmSync } from 'node:fs';
import { chmod, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { codeOf, UserError, writeFailure } from '../lib/errors';
import { pluralize } from '../lib/text/messages';
import { STOP_SIGNALS } from '../ops/signals';
import { TransferError } from '../transfer/errors';
import { defineCommand, setUp } from './command';
import { exportFormatOf, exportFrom, type WritePart } from './export-source';

const HELP = `Writes every event to standard output. An import of the result changes nothing.

If a service runs on the embedded store, export asks it for its events through ADMIN_PORT.

  events-query export [--format FORMAT] [--out FILE]

  --format FORMAT  json, csv or ics (by the ending of FILE, else json)
  --out FILE       write to FILE instead; FILE is replaced only when the export is complete (- is standard output)

Example: events-query export --out events.ics
`;

/**
 * Matches the endings by which an import knows the format of a file. An export to a file with one of these endings
 * writes the same format.
 */
const ENDING = /\.(csv|ics)$/i;

export const exportCommand = defineCommand({
  help: HELP,
  options: { format: { type: 'string' }, out: { type: 'string' } },
  async run({ values }, context) {
    const format = exportFormatOf(values.format ?? ENDING.exec(values.out ?? '')?.[1]?.toLowerCase());
    const { config, observe } = setUp(context);
    const write = (target: NodeJS.WritableStream, name: string) =>
      exportFrom(config, observe, format, into(target, name));
    if (values.out === undefined || values.out === '-') {
      await write(context.stdout, 'standard output');
      return 0;
    }
    const count = await toFile(values.out, write);
    context.stderr.write(`${pluralize(count, 'event')} written to ${values.out}\n`);
    return 0;
  },
});

/** Returns a function that writes with back-pressure. The export ends if its reader has ended (`| head`). */
function into(target: NodeJS.WritableStream, name: string): WritePart {
  // Without a listener an error would end the process. The callback of `write` reports it, too.
  target.on('error', () => {});
  return (part) =>
    new Promise((resolve, reject) => {
      target.write(part, (error) => (error ? reject(unwritable(name, error)) : resolve()));
    });
}

/** Writes a temporary file and renames it at the end. A device or pipe is written directly. */
async function toFile(
  file: string,
  write: (target: NodeJS.WritableStream, name: string) => Promise<number>,
): Promise<number> {
  const existing = await stat(file).catch(() => undefined);
  const direct = existing !== undefined && !existing.isFile();
  const place = direct ? file : await followLinks(file);
  const target = direct ? file : `${place}.${process.pid}.part`;
  // The new file has the permissions of the old file.
  const mode = existing === undefined || direct ? undefined : existing.mode & 0o7777;
  // The file is opened before its stream is created. Otherwise a signal could remove the file first, and then the
  // stream would create it again.
  const handle = await open(target, 'w', mode).catch((error: unknown) => {
    throw unwritable(file, error);
  });
  const stream = handle.createWriteStream();
  const finish = direct ? () => {} : removeOnStop(target);
  try {
    const count = await write(stream, file);
    stream.end();
    await finished(stream);
    if (mode !== undefined) await chmod(target, mode);
    if (!direct) await rename(target, place);
    return count;
  } catch (error) {
    stream.destroy();
    // The first error is reported, even if the temporary file can't be removed.
    if (!direct) await rm(target).catch(() => {});
    // An error without a code is a bug, and does not come from the file.
    throw error instanceof UserError || codeOf(error) === '' ? error : unwritable(file, error);
  } finally {
    finish();
  }
}

function removeOnStop(file: string): () => void {
  const onSignal = (signal: NodeJS.Signals) => {
    rmSync(file, { force: true });
    process.kill(process.pid, signal);
  };
  for (const signal of STOP_SIGNALS) process.once(signal, onSignal);
  return () => {
    for (const signal of STOP_SIGNALS) process.off(signal, onSignal);
  };
}

/** Follows symbolic links, so that the file behind a link is replaced and the link stays. */
async function followLinks(file: string): Promise<string> {
  const atLink = (link: string) => path.resolve(path.dirname(file), link);
  return realpath(file).catch(() => readlink(file).then(atLink, () => file));
}

function unwritable(name: string, error: unknown): TransferError {
  return new TransferError(`${name} can't be written: ${writeFailure(error)}.`, { cause: error });
}
