import { fstatSync } from 'node:fs';

/** A parent that gives no pipe, such as a shell, is polled at this interval in milliseconds. */
const POLL_MS = 250;

/** The log shows this in place of a signal's name. */
export const PARENT_GONE = 'Parent gone';

interface ParentWatch {
  /** Resolves when the parent process has ended, or has closed its end of standard input. */
  readonly gone: Promise<typeof PARENT_GONE>;
  release(): void;
}

/** Watches the parent process. A pipe from it closes however it ends, on every system. */
export function watchParent(stdin: NodeJS.ReadableStream): ParentWatch {
  const parent = process.ppid;
  let timer: NodeJS.Timeout | undefined;
  const gone = new Promise<typeof PARENT_GONE>((resolve) => {
    const end = () => resolve(PARENT_GONE);
    timer = setInterval(() => process.ppid !== parent && end(), POLL_MS).unref();
    // A terminal or /dev/null tells nothing about the parent.
    if (isPipe()) stdin.once('end', end).once('close', end).once('error', end).resume();
  });
  return {
    gone,
    release: () => {
      clearInterval(timer);
      stdin.pause();
    },
  };
}

function isPipe(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isSocket();
  } catch {
    return false;
  }
}
