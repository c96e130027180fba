/** Answers that no client should take: each with one thing wrong, the rest as it was. */
import { escapeXmlAttribute } from '../../contract/escape';
import { ENVELOPE_NAMESPACE, MEDIA_TYPE } from '../../contract/soap-version';
import type { Malformation } from '../types';

interface Content {
  readonly body: string;
  readonly contentType: string;
}

/** @param namespace the service's own */
export function malform(how: Malformation, content: Content, namespace: string): Content {
  const { body, contentType } = content;
  switch (how) {
    case 'truncated':
      return { ...content, body: body.slice(0, Math.floor(body.length / 2)) };
    case 'unescaped':
      return { ...content, body: insertedBeforeEndTag(body, ' & < ') };
    case 'wrong-version':
      return {
        body: swapped(body, ENVELOPE_NAMESPACE['1.1'], ENVELOPE_NAMESPACE['1.2']),
        contentType: swapped(contentType, MEDIA_TYPE['1.1'], MEDIA_TYPE['1.2']),
      };
    case 'wrong-content-type':
      return { ...content, contentType: 'text/html; charset=utf-8' };
    case 'wrong-namespace': {
      const declared = `xmlns="${escapeXmlAttribute(namespace)}"`;
      return { ...content, body: body.replaceAll(declared, 'xmlns="urn:wrong"') };
    }
  }
}

/** Into the text of the innermost element, or to the end where there is none. */
function insertedBeforeEndTag(body: string, text: string): string {
  const at = body.indexOf('</');
  return at < 0 ? body + text : body.slice(0, at) + text + body.slice(at);
}

function swapped(text: string, one: string, other: string): string {
  return text.includes(one) ? text.replaceAll(one, other) : text.replaceAll(other, one);
}
