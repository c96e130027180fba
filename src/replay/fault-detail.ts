/** What stands in a fault's detail, as XML that stands for itself anywhere. */
import { escapeXmlAttribute } from '../contract/escape';
import { type Element, parseXml } from '../formats/file/xml-tree';
import { localName } from './local-name';

/**
 * The content of the fault's `detail` (SOAP 1.1) or `Detail` (1.2), with the namespaces declared that it has from the
 * envelope around it; `undefined` where there is none.
 * @param envelope as it came: its line ends are those of the detail
 */
export function faultDetail(envelope: string): string | undefined {
  const tree = parseXml(envelope);
  if (typeof tree === 'string') return undefined;
  const around: Element[] = [];
  for (const names of [['Envelope'], ['Body'], ['Fault'], ['detail', 'Detail']]) {
    const among = around.at(-1)?.children ?? tree.roots;
    const found = among.find((one) => names.includes(localName(one)));
    if (found === undefined) return undefined;
    around.push(found);
  }
  const detail = around.at(-1);
  if (detail === undefined) return undefined;
  const end = envelope.lastIndexOf('</', detail.to - 1);
  const declared = Object.assign({}, ...around.map(declarationsOf)) as Declarations;
  let text = '';
  let at = detail.opened;
  for (const child of detail.children) {
    const source = envelope.slice(child.from, child.to);
    text += envelope.slice(at, child.from) + withDeclarations(child, source, declared);
    at = child.to;
  }
  text += envelope.slice(at, Math.max(at, end));
  return text.trim() === '' ? undefined : text;
}

/** Namespaces by the names of the attributes that declare them: `xmlns`, `xmlns:x`. */
type Declarations = Readonly<Record<string, string>>;

function declarationsOf({ attributes }: Element): Declarations {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => /^xmlns(:|$)/.test(name)));
}

/** The element's source with those declarations that it makes use of and does not make itself. */
function withDeclarations({ name, attributes }: Element, source: string, declared: Declarations): string {
  const missing = Object.entries(declared).filter(([attribute]) => {
    if (Object.hasOwn(attributes, attribute)) return false;
    // Also in values, as xsi:type has them: a prefix too many does no harm.
    return attribute === 'xmlns' || source.includes(`${attribute.slice('xmlns:'.length)}:`);
  });
  const written = missing.map(([attribute, value]) => ` ${attribute}="${escapeXmlAttribute(value)}"`);
  return source.slice(0, 1 + name.length) + written.join('') + source.slice(1 + name.length);
}
