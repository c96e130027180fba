import { promises, readFileSync } from 'node:fs';
import path from 'node:path';
import { ENDPOINT } from '../../contract/endpoint';
import { escapeXmlAttribute } from '../../contract/escape';
import { actionBase } from '../../contract/operations';
import { escapeRegExp } from '../../lib/text/regexp';

/** Holds the values that the WSDL and DISCO documents insert, both unescaped. */
export interface Description {
  /** The namespace is byte for byte as configured. */
  readonly namespace: string;
  /** All four ports name this address, such as `https://example.org/WebServices/Events.asmx`. */
  readonly endpoint: string;
}

/** wsdl/Events.wsdl has this site root. */
export const TEMPLATE_ROOT = 'http://localhost';

const TEMPLATE_NAMESPACE = 'http://tempuri.org/';

type Slot = 'namespace' | 'actionBase' | 'endpoint';

/**
 * Matches the template's own namespace and address, which are always at the start of an attribute. In `soapAction` the
 * operation's name follows the namespace.
 */
const SLOTS = new RegExp(
  `(?<=")(?:(?<endpoint>${escapeRegExp(TEMPLATE_ROOT + ENDPOINT)})(?=")|(?<namespace>${escapeRegExp(TEMPLATE_NAMESPACE)})(?=")|(?<actionBase>${escapeRegExp(TEMPLATE_NAMESPACE)}))`,
  'g',
);

const FILE = path.join(__dirname, '../../../wsdl/Events.wsdl');

/**
 * The template is cut at its placeholders once. Values are put between the segments and never searched again, so a
 * namespace that contains the default address does not change.
 */
const source = readFileSync(FILE, 'utf8');
const template = cut(withServedLineEnds(source));

/** Renders the WSDL document (contract 6.2). Its lines end in CRLF, except the last. */
export function renderWsdl({ namespace, endpoint }: Description): string {
  const values: Readonly<Record<Slot, string>> = {
    namespace: escapeXmlAttribute(namespace),
    actionBase: escapeXmlAttribute(actionBase(namespace)),
    endpoint: escapeXmlAttribute(endpoint),
  };
  return template.map(({ before, slot }) => before + (slot === undefined ? '' : values[slot])).join('');
}

/**
 * Compares the file with the operations of this process.
 * @throws Error when it was changed since the start, as by an update of the program underneath it
 */
export async function checkWsdl(): Promise<void> {
  const now = await promises.readFile(FILE, 'utf8').catch(() => undefined);
  if (now !== source) throw new Error('The WSDL is no longer what this process serves: restart it.');
}

/**
 * The file has plain line ends and a last one, as editors and git like it. They become ASMX's line ends here, so that
 * no checkout or editor can change a served byte.
 */
function withServedLineEnds(text: string): string {
  return text.trimEnd().replace(/\r?\n/g, '\r\n');
}

function cut(text: string): readonly { readonly before: string; readonly slot: Slot | undefined }[] {
  const pieces: { before: string; slot: Slot | undefined }[] = [];
  let end = 0;
  for (const match of text.matchAll(SLOTS)) {
    pieces.push({ before: text.slice(end, match.index), slot: slotOf(match) });
    end = match.index + match[0].length;
  }
  pieces.push({ before: text.slice(end), slot: undefined });
  return pieces;
}

function slotOf({ groups }: RegExpExecArray): Slot {
  if (groups?.endpoint !== undefined) return 'endpoint';
  return groups?.namespace !== undefined ? 'namespace' : 'actionBase';
}
