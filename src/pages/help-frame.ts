/**
 * Renders the parts that the help page's variants share: the request, the frame, the link to DISCO, a block of code.
 */
import type { Config } from '../config';
import { type Html, html, type Part } from './html';
import { renderPage, siteNavigation } from './layout';
import type { ProposedValues } from './proposal';

/** Describes a request for a help page. */
export interface HelpRequest {
  /** This is the service's public address. */
  readonly endpoint: string;
  /** This is the value of `?op=`, or `undefined` without one. */
  readonly op: string | undefined;
  readonly config: Config;
  /** Returns the values that an operation's form begins with. */
  readonly propose: () => Promise<ProposedValues>;
}

/** Adds the parts of the request's address. */
export interface HelpView extends HelpRequest {
  /** Clients see the service under this path, with any public prefix: `/WebServices/Events.asmx`. */
  readonly path: string;
  /** This is the last segment of the path: `Events.asmx`. */
  readonly fileName: string;
  /** The samples show this host with its port. */
  readonly host: string;
}

export function viewOf(request: HelpRequest): HelpView {
  const { pathname: path, host } = new URL(request.endpoint);
  return { ...request, path, fileName: path.slice(path.lastIndexOf('/') + 1), host };
}

export function renderHelpPage(view: HelpView, title: string, body: Part): string {
  return renderPage({
    title,
    // A relative address works behind any prefix.
    assets: '../assets',
    navigation: siteNavigation({ root: '../', help: view.fileName, current: 'operations' }),
    // disco.exe and "Add Web Reference" read only the first tags of the page (contract 7).
    firstInHead: html`<link rel="alternate" type="text/xml" href="${view.path}?disco" />\n`,
    styles: ['help.css'],
    module: 'help.mjs',
    body,
  });
}

/** Renders a block of code that scrolls by keyboard. A script adds a copy button. */
export function codeBlock(label: string, code: Part): Html {
  return html`<figure class="code">
<figcaption>${label}</figcaption>
<pre tabindex="0" role="region" aria-label="${label}">${code}</pre>
</figure>`;
}
