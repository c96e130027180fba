import { escapeXmlText } from '../../contract/escape';
import type { EventValues } from '../../event/fields';
import { JSON_FIELDS, writtenValue } from '../../formats/event';

/** An event as the store's generated column holds it, byte for byte: `<event><id>7</id><title>…</title>…</event>` */
export function xmlFragment(event: EventValues): string {
  const elements = JSON_FIELDS.map(
    (field) => `<${field}>${escapeXmlText(String(writtenValue(event, field)))}</${field}>`,
  );
  return `<event>${elements.join('')}</event>`;
}
