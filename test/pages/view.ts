/** Makes a request for a help page, with the parts that a test needs. */
import { loadConfig } from '../../src/config';
import type { HelpRequest } from '../../src/pages/help-frame';

export function helpRequest(given: Partial<HelpRequest> = {}, env: Record<string, string> = {}): HelpRequest {
  return {
    endpoint: 'http://localhost/WebServices/Events.asmx',
    op: undefined,
    config: loadConfig(env),
    propose: async () => ({ id: 1, month: 3, year: 2026 }),
    ...given,
  };
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
