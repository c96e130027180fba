import type { Config } from '../config';
import type { ProposedValues } from './proposal';

/** What a help page is asked for. */
export interface HelpRequest {
  /** Absolute outside address of the service. */
  readonly endpoint: string;
  /** Value of `?op=`, `undefined` when there is none. */
  readonly op: string | undefined;
  readonly config: Config;
  /** For the values that an operation's page begins with. */
  readonly propose: () => Promise<ProposedValues>;
}

/** The same, with the parts of the address. */
export interface HelpView extends HelpRequest {
  /** Path of the service as a client sees it, with any public prefix: `/WebServices/Events.asmx`. */
  readonly path: string;
  /** Its last segment: `Events.asmx`. */
  readonly fileName: string;
  /** Host, with its port, for the samples. */
  readonly host: string;
}

export function viewOf(request: HelpRequest): HelpView {
  const { pathname: path, host } = new URL(request.endpoint);
  return { ...request, path, fileName: path.slice(path.lastIndexOf('/') + 1), host };
}
