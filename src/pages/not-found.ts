/** Renders the answer to an unknown path. */
import { ENDPOINT, MAX_PATH } from '../contract/bindings';
import { html } from './html';
import { renderPage, siteNavigation } from './layout';

interface NotFoundView {
  /** This is the request's path without its query, as the application sees it. */
  readonly path: string;
  /** This is true if the client prefers `text/html` to `text/plain`. */
  readonly wantsHtml: boolean;
}

const SERVICE = ENDPOINT.slice(1);

/** The number of segments is limited, because each adds a `../` to every link of the page. */
const MAX_SEGMENTS = 32;

/** Renders a page for browsers, and one line for other clients and overlong paths. The caller sets status 404. */
export function renderNotFound({ path, wantsHtml }: NotFoundView) {
  const depth = path.split('/').length - 2;
  if (!wantsHtml || depth > MAX_SEGMENTS || path.length > MAX_PATH) {
    return {
      contentType: 'text/plain; charset=utf-8',
      body: `Nothing is here. The service is at /${SERVICE}, its description at /${SERVICE}?WSDL.\n`,
    };
  }
  // The links are relative, because a proxy may add a prefix.
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
