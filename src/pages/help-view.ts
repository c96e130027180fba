import type { Config } from '../config';

/** What the help page depends on. */
export interface HelpView {
  /** Absolute outside address of the service. */
  readonly endpoint: string;
  /** Last segment of the path as requested: `Events.asmx`. */
  readonly fileName: string;
  /** Path of the service as a client sees it, with any public prefix: `/WebServices/Events.asmx`. */
  readonly path: string;
  /** Host, with its port, for the samples. */
  readonly host: string;
  /** Value of `?op=`, `undefined` when there is none. */
  readonly op: string | undefined;
  readonly config: Config;
  /** Path of the assets as a client sees it: `/assets`. */
  readonly assets: string;
  /** The present, for example values; for tests. */
  readonly now?: Date;
}
