/** Writes SOAP requests like a generated client, for pages and commands. */
import { escapeXmlAttribute } from './escape';
import { actionBase, type OperationName } from './operations';
import { ENVELOPE_NAMESPACE, MEDIA_TYPE, type SoapVersion } from './soap-version';

/**
 * Returns the headers of a SOAP request. SOAP 1.2 has no action here, because the action is optional and clients often
 * omit it (contract 3.2).
 */
export function soapHeaders(
  version: SoapVersion,
  namespace: string,
  operation: OperationName,
): Readonly<Record<string, string>> {
  const contentType = { 'Content-Type': `${MEDIA_TYPE[version]}; charset=utf-8` };
  return version === '1.2'
    ? contentType
    : { ...contentType, SOAPAction: `"${actionBase(namespace)}${operation}"` };
}

/** Represents one line of an envelope: its tags, and content that a page may highlight. */
interface EnvelopeLine<Content> {
  /** This is the depth below Envelope; Envelope itself has 0. */
  readonly depth: number;
  readonly pieces: readonly (string | Content)[];
}

interface EnvelopeContent<Content> {
  readonly version: SoapVersion;
  readonly namespace: string;
  /** This is the name of the element inside Body. `parts` are the elements inside it. */
  readonly wrapper: string;
  readonly parts: readonly { readonly name: string; readonly content: Content }[];
  /** Envelope and Body have this prefix. Its declaration follows the texts in `declarations`. */
  readonly prefix?: string;
  readonly declarations?: readonly string[];
}

/** Returns the lines of an Envelope with one wrapper element. */
export function envelopeLines<Content>({
  version,
  namespace,
  wrapper,
  parts,
  prefix = 's',
  declarations = [],
}: EnvelopeContent<Content>): readonly EnvelopeLine<Content>[] {
  const declared = [...declarations, `xmlns:${prefix}="${ENVELOPE_NAMESPACE[version]}"`].join(' ');
  const line = (depth: number, ...pieces: (string | Content)[]) => ({ depth, pieces });
  return [
    line(0, `<${prefix}:Envelope ${declared}>`),
    line(1, `<${prefix}:Body>`),
    line(2, `<${wrapper} xmlns="${escapeXmlAttribute(namespace)}">`),
    ...parts.map(({ name, content }) => line(3, `<${name}>`, content, `</${name}>`)),
    line(2, `</${wrapper}>`),
    line(1, `</${prefix}:Body>`),
    line(0, `</${prefix}:Envelope>`),
  ];
}
