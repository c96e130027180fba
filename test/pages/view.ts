/** A help page's view with what a test cares about put in. */
import { loadConfig } from '../../src/config';
import type { HelpView } from '../../src/pages/help-view';

export function helpView(given: Partial<HelpView> = {}, env: Record<string, string> = {}): HelpView {
  return {
    endpoint: 'http://localhost/WebServices/Events.asmx',
    fileName: 'Events.asmx',
    path: '/WebServices/Events.asmx',
    host: 'localhost',
    op: undefined,
    config: loadConfig(env),
    assets: '/assets',
    now: new Date('2026-03-15T12:00:00Z'),
    ...given,
  };
}

/** The text that a browser shows for markup: tags removed, entities resolved. */
export function textOf(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
