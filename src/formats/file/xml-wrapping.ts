import { type Problems, quotedText } from './problems';
import { parseText } from './text';
import { attributeMarks, MARK, marked } from './xml-marks';
import { parseXml } from './xml-tree';

/** What stands around the events, or the event. */
export interface XmlWrapping {
  readonly before: string;
  readonly after: string;
}

/** The text around the one `{events}` or `{event}`. */
export function wrapping(
  text: string | undefined,
  key: 'list' | 'single',
  slot: 'events' | 'event',
  problems: Problems,
): XmlWrapping | undefined {
  if (text === undefined) return undefined;
  const parts = parseText(text);
  if (typeof parts === 'string') {
    problems.add(key, `is ${quotedText(text)}, which ${parts}.`);
    return undefined;
  }
  const slots = parts.filter((part) => typeof part !== 'string');
  const other = slots.find(({ body }) => body !== slot);
  if (other !== undefined) {
    problems.add(
      key,
      `holds ${quotedText(`{${other.body}}`)}: the only placeholder allowed there is {${slot}}.`,
    );
    return undefined;
  }
  if (slots.length !== 1) {
    problems.add(key, `must hold {${slot}} exactly once, not ${slots.length} times.`);
    return undefined;
  }
  const source = parts.map((part) => (typeof part === 'string' ? part : marked(0))).join('');
  const [before = '', after = ''] = source.split(marked(0));
  const tree = parseXml(source);
  if (typeof tree === 'string') {
    problems.add(key, `is not well-formed XML: ${tree.replace(/[\ue000\ue001]/g, '')}.`);
  } else if (MARK.test(tree.aside) || attributeMarks(tree.roots).size > 0) {
    problems.add(key, `must hold {${slot}} between elements.`);
  }
  return { before, after };
}

/** What stands for no event: a text without placeholders. */
export function constant(text: string, problems: Problems): string {
  const parts = parseText(text);
  if (typeof parts === 'string') problems.add('none', `is ${quotedText(text)}, which ${parts}.`);
  else if (parts.some((part) => typeof part !== 'string')) {
    problems.add('none', 'holds a placeholder: there is no event there that it could show.');
  } else return parts.join('');
  return '';
}
