/**
 * The page that a GET of the service's address without a query answers: ASMX's list page, operation page and
 * Method Not Found (contract 8), with ASMX's words.
 */
import type { Config } from '../config';
import { OPERATIONS } from '../contract/operations';
import { renderListPage } from './help-list';
import { renderMethodNotFound, renderOperationPage } from './help-operation';

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

/** The page's HTML; always answered with 200. */
export function renderHelp(view: HelpView): string {
  if (view.op === undefined) return renderListPage(view);
  // The operation's name is case-sensitive (contract 8.2).
  const operation = OPERATIONS.find(({ name }) => name === view.op);
  return operation === undefined ? renderMethodNotFound(view, view.op) : renderOperationPage(view, operation);
}
