/** Renders the frame of every page. */
import { assetVersion } from './assets';
import { type Html, html, type Part } from './html';

/**
 * Allows pages to load only their own files. `unsafe-inline` is not needed, because FullCalendar sets sizes through the
 * CSSOM, which a policy does not restrict.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Every page is sent with these headers. */
export const PAGE_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
} as const;

interface Page {
  readonly title: string;
  /** The address of the assets is absolute or relative to the page, and has no slash at the end. */
  readonly assets: string;
  readonly navigation: Navigation;
  readonly firstInHead?: Html;
  readonly styles?: readonly string[];
  /** These scripts run in this order. A name that ends in `.mjs` is a module. */
  readonly scripts?: readonly string[];
  readonly body: Part;
}

interface Navigation {
  readonly brand: Link;
  readonly links: readonly Link[];
}

interface Link {
  readonly href: string;
  readonly text: string;
  readonly isCurrent?: boolean;
}

interface Site {
  /** The address of the site's root is absolute or relative to the page, and has a slash at the end. */
  readonly root: string;
  readonly help: string;
  readonly current?: 'operations' | 'calendar';
}

export function siteNavigation({ root, help, current }: Site): Navigation {
  return {
    brand: { href: help, text: 'Events' },
    links: [
      { href: help, text: 'Operations', isCurrent: current === 'operations' },
      { href: root, text: 'Calendar', isCurrent: current === 'calendar' },
      { href: `${help}?WSDL`, text: 'WSDL' },
      { href: `${help}?disco`, text: 'DISCO' },
    ],
  };
}

export function renderPage(page: Page): string {
  const asset = (name: string) => `${page.assets}/${assetVersion()}/${name}`;
  const { brand, links } = page.navigation;
  const styles = ['site.css', 'parts.css', ...(page.styles ?? [])].map(
    (name) => html`<link rel="stylesheet" href="${asset(name)}">
`,
  );
  const scripts = page.scripts?.map(
    (
      name,
    ) => html`<script src="${asset(name)}" ${name.endsWith('.mjs') ? html`type="module"` : 'defer'}></script>
`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
${page.firstInHead}<meta charset="utf-8">
<title>${page.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${asset('icon.svg')}">
${styles}${scripts}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="site">
<nav aria-label="Site">
<a class="brand" href="${brand.href}"><img src="${asset('icon.svg')}" alt="" width="24" height="24">${brand.text}</a>
${links.map(
  ({ href, text, isCurrent = false }) =>
    html`<a href="${href}"${isCurrent && html` aria-current="page"`}>${text}</a>
`,
)}</nav>
</header>
<main id="main">
${page.body}
</main>
</body>
</html>
`.toString();
}
