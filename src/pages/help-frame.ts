/**
 * Contains what all variants of the help page share: the request, the frame with the link to DISCO, and code blocks.
 */
import type { Config } from '../config';
import { type Html, html, type Part } from './html';
import { renderPage, siteNavigation } from './layout';
import type { ProposedValues } from './proposal';

export interface HelpRequest {
  /** This is the service's public address. */
  readonly endpoint: string;
  /** This is the value of `?op=`, or `undefined` if it is missing. */
  readonly op: string | undefined;
  readonly config: Config;
  /** Returns the initial values of an operation's form. */
  readonly propose: () => Promise<ProposedValues>;
}

/** Adds the parts of the service's public address. */
export interface HelpView extends HelpRequest {
  /** This is the service's public path with its prefix, if there is one: `/WebServices/Events.asmx`. */
  readonly path: string;
  /** This is the last segment of the path: `Events.asmx`. */
  readonly fileName: string;
  /** This is the public host with its port. */
  readonly host: string;
}

export function viewOf(request: HelpRequest): HelpView {
  const { pathname: path, host } = new URL(request.endpoint);
  return { ...request, path, fileName: path.slice(path.lastIndexOf('/') + 1), host };
}

export function renderHelpPage(view: HelpView, body: Part): string {
  return renderPage({
    title: 'Events Web Service',
    // The address is relative, because a proxy may add a prefix.
    assets: '../assets',
    navigation: siteNavigation({ root: '../', help: view.fileName, current: 'operations' }),
    // disco.exe and "Add Web Reference" read only the first tags of the page (contract 7).
    firstInHead: html`<link rel="alternate" type="text/xml" href="${view.path}?disco" />\n`,
    styles: ['help.css'],
    scripts: ['help.mjs'],
    body,
  });
}

/** Renders a block of code that can be scrolled with the keyboard. A script adds a copy button. */
export function codeBlock(label: string, code: Part): Html {
  return html`<figure class="code">
<figcaption>${label}</figcaption>
<pre tabindex="0" role="region" aria-label="${label}">${code}</pre>
</figure>`;
}
