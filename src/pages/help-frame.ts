/** What the help page's variants share: the frame, the link to DISCO, a block of code to copy. */
import type { HelpView } from './help-view';
import { type Html, html, type Part } from './html';
import { renderPage, siteNavigation } from './layout';

export function renderHelpPage(view: HelpView, title: string, body: Part): string {
  return renderPage({
    title,
    // Relative, so that it is right behind whatever prefix the page was reached by.
    assets: '../assets',
    navigation: siteNavigation({ root: '../', help: view.fileName, current: 'operations' }),
    // disco.exe and "Add Web Reference" read the page's first tags only (contract 7).
    firstInHead: html`<link rel="alternate" type="text/xml" href="${view.path}?disco" />\n`,
    styles: ['help.css'],
    module: 'help.mjs',
    body,
  });
}

/** A block of code that scrolls by keyboard and, with JavaScript, has a copy button. */
export function codeBlock(label: string, code: Part): Html {
  return html`<figure class="code">
<figcaption>${label}</figcaption>
<pre tabindex="0" role="region" aria-label="${label}">${code}</pre>
</figure>`;
}
