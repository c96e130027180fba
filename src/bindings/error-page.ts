/** Renders ASP.NET's error page for requests that are rejected before a binding reads them (contract 9.6). */
import { htmlEncode } from '../contract/escape';
import type { ErrorDetail, RequestRejected } from '../contract/fault';
import { CACHE_CONTROL, type Reply } from './reply';

const SHORT = {
  title: 'Runtime Error',
  description:
    'An application error occurred on the server. The current custom error settings for this application prevent ' +
    'the details of the application error from being viewed remotely (for security reasons). It could, however, be ' +
    'viewed by browsers running on the local server machine.',
};

const LONG_DESCRIPTION =
  'An unhandled exception occurred during the execution of the current web request. Please review the stack trace ' +
  'for more information about the error and where it originated in the code.';

/**
 * The page shows text from the request. These headers keep scripts in this text from running, even if an encoder has a
 * bug.
 */
const SECURITY_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

export function errorPageReply({ status, reason, fault }: RequestRejected, detail: ErrorDetail): Reply {
  return {
    status,
    contentType: 'text/html; charset=utf-8',
    cacheControl: CACHE_CONTROL.error,
    headers: SECURITY_HEADERS,
    rejected: { reason },
    body: detail === 'short' ? page(SHORT.title, SHORT.description) : longPage(fault),
  };
}

function longPage({ chain: [error] }: RequestRejected['fault']): string {
  const { type = '', message = '' } = error ?? {};
  const exception = `<b> Exception Details: </b>${htmlEncode(`${type}: ${message}`)}<br><br>`;
  return page(htmlEncode(message), LONG_DESCRIPTION, exception);
}

/** Returns the page. @param title is HTML that is already encoded */
function page(title: string, description: string, details = ''): string {
  return `<!DOCTYPE html>
<html>
    <head>
        <title>${title}</title>
        <meta name="viewport" content="width=device-width" />
    </head>
    <body>
        <h1>Server Error in '/' Application.<hr></h1>
        <h2> <i>${title}</i> </h2>
        <b> Description: </b>${description}<br><br>
        ${details}
    </body>
</html>
`.replace(/\n/g, '\r\n');
}
