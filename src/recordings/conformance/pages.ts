/** Pages: their HTML is nobody's contract; what they say is (contract 1.5, 8.1, 9.6). */
import { htmlEncode } from '../../contract/escape';
import type { Expectation } from './vectors';

export function pageDifferences({ kind, exceptionMessage = '' }: Expectation, text: string): string[] {
  switch (kind) {
    case 'wsdl':
      return isWsdl(text) ? [] : ['body: no WSDL with four ports'];
    case 'help-page':
      return isHelpPage(text) ? [] : ['body: no help page that lists the operations'];
    default: {
      const title = titleOf(text);
      // Remote clients of ASP.NET are told no more unless customErrors is off.
      if (title === 'Runtime Error' || title === htmlEncode(exceptionMessage)) return [];
      return [
        `body: a page titled ${JSON.stringify(title ?? '')} instead of ${JSON.stringify(exceptionMessage)}`,
      ];
    }
  }
}

function titleOf(html: string): string | undefined {
  return /<title>\s*([^<]*?)\s*<\/title>/i.exec(html)?.[1];
}

function isHelpPage(html: string): boolean {
  const links = ['SelectEvent', 'SelectEvents', 'SelectEventsRanged'];
  return (
    titleOf(html) === 'Events Web Service' && links.every((name) => new RegExp(`\\?op=${name}\\b`).test(html))
  );
}

function isWsdl(text: string): boolean {
  const ports = ['EventsSoap', 'EventsSoap12', 'EventsHttpGet', 'EventsHttpPost'];
  return (
    text.startsWith('<?xml ') &&
    ports.every((name) => text.includes(`<wsdl:port name="${name}" `)) &&
    text.trimEnd().endsWith('</wsdl:definitions>')
  );
}
