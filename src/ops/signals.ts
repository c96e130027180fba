/**
 * Maps the signals that stop the process to their numbers. A terminal sends SIGHUP when it closes. `nohup` has no
 * effect, because Node resets the handling of SIGHUP at its start.
 */
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

type StopSignal = keyof typeof SIGNALS;

export const STOP_SIGNALS = Object.keys(SIGNALS) as readonly StopSignal[];

interface StopSignals {
  /** Resolves to the first signal. A second signal ends the process at once, with the status 128 + its number. */
  readonly first: Promise<StopSignal>;
  release(): void;
}

export function listenForStop(): StopSignals {
  let stopping = false;
  let resolveFirst: (signal: StopSignal) => void;
  const first = new Promise<StopSignal>((resolve) => {
    resolveFirst = resolve;
  });
  const onSignal = (signal: StopSignal) => {
    if (signal === 'SIGHUP') process.once('exit', endByHangup);
    if (stopping) process.exit(128 + SIGNALS[signal]);
    stopping = true;
    resolveFirst(signal);
  };
  for (const name of STOP_SIGNALS) process.on(name, onSignal);
  return {
    first,
    release: () => {
      for (const name of STOP_SIGNALS) process.off(name, onSignal);
    },
  };
}

/** Ends the process by the signal. A normal exit would restore the terminal, and abort if the terminal is closed. */
function endByHangup(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}
