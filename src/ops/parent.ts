import { fstatSync } from 'node:fs';

/** Where the parent had no pipe to give, as under a shell, it is looked for so often. */
const POLL_MS = 250;

/** Stands in the log where a signal does. */
export const PARENT_GONE = 'Parent gone';

export interface ParentWatch {
  /** Resolves when the process that started this one is gone, or has closed its end of standard input. */
  readonly gone: Promise<typeof PARENT_GONE>;
  release(): void;
}

/** Watches the process that started this one: a pipe closes with it, however it ends, on every system. */
export function watchParent(stdin: NodeJS.ReadableStream): ParentWatch {
  const parent = process.ppid;
  let timer: NodeJS.Timeout | undefined;
  const gone = new Promise<typeof PARENT_GONE>((resolve) => {
    const end = () => resolve(PARENT_GONE);
    timer = setInterval(() => process.ppid !== parent && end(), POLL_MS).unref();
    // A terminal or /dev/null says nothing of the parent.
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
