import { createApp } from '../../src/app';
import { loadConfig } from '../../src/config';
import { renderHelp } from '../../src/pages/help';
import type { HelpRequest } from '../../src/pages/help-frame';
import { echoService } from '../support/echo-service';

/** Makes the application, with feeds that have no events. */
export function emptySite() {
  const feed = echoService(async () => '[]');
  return createApp({
    service: echoService(),
    feeds: { events: feed, bootstrap: feed },
    config: loadConfig({}),
  });
}

/** Renders a help page for a request with the parts that a test needs. */
export function helpPage(
  given: Partial<HelpRequest> = {},
  env: Record<string, string> = {},
): Promise<string> {
  return renderHelp({
    endpoint: 'http://localhost/WebServices/Events.asmx',
    op: undefined,
    config: loadConfig(env),
    propose: async () => ({ id: 1, month: 3, year: 2026 }),
    ...given,
  });
}

/** Returns the text that a browser shows for markup: without tags, with entities resolved. */
export function textOf(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
