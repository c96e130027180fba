/** The answer to a path that is nobody's. */
import { ENDPOINT } from '../contract/endpoint';
import { html } from './html';
import { renderPage, siteNavigation } from './layout';

export interface NotFoundView {
  /** Path of the request without its query, as the application sees it. */
  readonly path: string;
  /** Whether the client takes `text/html`, as `request.accepts('html')` after `text/plain` tells. */
  readonly wantsHtml: boolean;
}

export interface NotFoundAnswer {
  readonly contentType: string;
  readonly body: string;
}

const SERVICE = ENDPOINT.slice(1);

/** ASP.NET takes no path that is longer. */
const MAX_PATH = 260;
/** No page has as many; each costs a step up in every link of the page that says so. */
const MAX_SEGMENTS = 32;

/** A page for a browser, one line for everybody else and for no address at all. The caller sets status 404. */
export function renderNotFound({ path, wantsHtml }: NotFoundView): NotFoundAnswer {
  const depth = path.split('/').length - 2;
  if (!wantsHtml || depth > MAX_SEGMENTS || path.length > MAX_PATH) {
    return {
      contentType: 'text/plain; charset=utf-8',
      body: `Nothing is here. The service is at /${SERVICE}, its description at /${SERVICE}?WSDL.\n`,
    };
  }
  // Relative links reach the site's root behind any public prefix.
  const root = '../'.repeat(Math.max(0, depth)) || './';
  const help = root + SERVICE;
  return {
    contentType: 'text/html; charset=utf-8',
    body: renderPage({
      title: 'Not found - Events',
      assets: `${root}assets`,
      navigation: siteNavigation({ root, help }),
      body: html`<h1>Nothing is here</h1>
<p class="lead">There is no page at <code><bdi>${path}</bdi></code>.</p>
<ul>
<li><a href="${help}">The operations of the service</a></li>
<li><a href="${help}?WSDL">Its Service Description (WSDL)</a></li>
<li><a href="${root}">The calendar</a></li>
</ul>`,
    }),
  };
}
