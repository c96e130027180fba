/**
 * The page that a GET of the service's address without a query answers: ASMX's list page, operation page and
 * Method Not Found (contract 8), with ASMX's words.
 */
import { OPERATIONS } from '../contract/operations';
import { renderListPage } from './help-list';
import { renderMethodNotFound, renderOperationPage } from './help-operation';
import { type HelpRequest, viewOf } from './help-view';

/** The page's HTML; always answered with 200. */
export async function renderHelp(request: HelpRequest): Promise<string> {
  const view = viewOf(request);
  if (view.op === undefined) return renderListPage(view);
  // The operation's name is case-sensitive (contract 8.2).
  const operation = OPERATIONS.find(({ name }) => name === view.op);
  return operation === undefined
    ? renderMethodNotFound(view, view.op)
    : renderOperationPage(view, operation, await view.propose());
}
