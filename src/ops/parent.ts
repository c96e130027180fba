import { fstatSync } from 'node:fs';

/** The parent is polled at this interval in milliseconds, because standard input may not be a pipe from the parent. */
const POLL_MS = 250;

/** The id of the parent is read when the program begins, because the parent may end before the command runs. */
const PARENT = process.ppid;

/** For this reason of a stop, the log shows this text instead of a signal's name. */
export const PARENT_GONE = 'Parent gone';

/**
 * Watches the parent process. On every system a pipe from the parent closes when the parent ends for any reason.
 * @returns a promise that resolves when the parent process has ended, or has closed its end of standard input
 */
export function waitForParentEnd(stdin: NodeJS.ReadableStream): Promise<typeof PARENT_GONE> {
  return new Promise((resolve) => {
    const end = () => resolve(PARENT_GONE);
    setInterval(() => process.ppid !== PARENT && end(), POLL_MS).unref();
    // Only a pipe is watched, because the end of a terminal or of /dev/null says nothing about the parent.
    if (isPipe()) stdin.once('end', end).once('close', end).once('error', end).resume();
  });
}

function isPipe(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isSocket();
  } catch {
    return false;
  }
}
