/**
 * Resolves XML namespaces. In saxes the cost of an attribute grows with the length of its namespace and with its depth,
 * so a client could send expensive requests. Here a name costs only its own length.
 */
import { LETTER, NAME_CHAR } from 'xmlchars/xml/1.0/ed4';
import { truncate } from '../../../contract/messages';

export interface XmlAttribute {
  readonly prefix: string;
  readonly local: string;
  readonly namespace: string;
  readonly value: string;
}

export interface QualifiedName {
  readonly prefix: string;
  readonly local: string;
  readonly namespace: string;
}

export interface XmlElement extends QualifiedName {
  readonly attributes: readonly XmlAttribute[];
}

/** Represents a node with the offset of its beginning. A text may be white space only. */
export type XmlNode = { readonly offset: number } & (
  | ({ readonly kind: 'start'; readonly isEmpty: boolean } & XmlElement)
  | { readonly kind: 'end' }
  | { readonly kind: 'text' | 'cdata'; readonly value: string }
  | { readonly kind: 'comment' | 'pi' | 'eof' }
);

interface Namespace {
  readonly uri: string;
  /** Names are compared by this number, because the URI may be long. */
  readonly number: number;
}

const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';
const NONE: Namespace = { uri: '', number: 0 };

/** XmlTextReader accepts the names of XML 1.0's fourth edition, without U+FFFD (contract 2.3). */
const NAME = new RegExp(`^[_${LETTER}][${NAME_CHAR}]*$`);

export class Namespaces {
  readonly #fail: (message: string) => never;
  /** Maps each prefix to its namespaces. The innermost is the last. */
  readonly #meanings = new Map<string, Namespace[]>();
  readonly #numbers = new Map<string, number>();
  /** Lists the prefixes that each open element declares. */
  readonly #declared: string[][] = [];

  /** @param fail throws an error with the given message */
  constructor(fail: (message: string) => never) {
    this.#fail = fail;
    this.#declare('xml', XML);
    this.#declare('xmlns', XMLNS);
  }

  /** Resolves the names of a start tag. Its declarations are valid until `leave`. */
  enter(
    name: string,
    attributes: Readonly<Record<string, string>>,
  ): QualifiedName & { readonly attributes: readonly XmlAttribute[] } {
    const declared: string[] = [];
    this.#declared.push(declared);
    const names = Object.entries(attributes);
    for (const [attribute, value] of names) {
      const prefix = declaredPrefix(attribute);
      if (prefix === undefined) continue;
      this.#checkDeclaration(prefix, value);
      this.#declare(prefix, value);
      declared.push(prefix);
    }
    const { prefix, local } = this.#split(name);
    if (prefix === 'xmlns') this.#fail(notAllowed(name));
    const { uri: namespace } = this.#resolve(prefix);
    return { prefix, local, namespace, attributes: names.length === 0 ? [] : this.#attributes(names) };
  }

  /** Leaves the innermost element, so that its declarations end. */
  leave(): void {
    for (const prefix of this.#declared.pop() ?? []) this.#meanings.get(prefix)?.pop();
  }

  #attributes(names: readonly (readonly [name: string, value: string])[]): readonly XmlAttribute[] {
    const seen = new Set<string>();
    return names.map(([name, value]) => {
      const { prefix, local } = this.#split(name);
      // The default namespace does not apply to attributes.
      const meaning = prefix === '' ? NONE : this.#resolve(prefix);
      if (meaning !== NONE) {
        const expanded = `${meaning.number}:${local}`;
        if (seen.has(expanded)) this.#fail(`'${truncate(name)}' is a duplicate attribute name.`);
        seen.add(expanded);
      }
      return { prefix, local, namespace: name === 'xmlns' ? XMLNS : meaning.uri, value };
    });
  }

  #resolve(prefix: string): Namespace {
    const meaning = this.#meanings.get(prefix)?.at(-1);
    if (meaning !== undefined) return meaning;
    return prefix === '' ? NONE : this.#fail(`'${truncate(prefix)}' is an undeclared prefix.`);
  }

  #declare(prefix: string, uri: string): void {
    let number = this.#numbers.get(uri);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(uri, number);
    }
    const meanings = this.#meanings.get(prefix);
    if (meanings === undefined) this.#meanings.set(prefix, [{ uri, number }]);
    else meanings.push({ uri, number });
  }

  #checkDeclaration(prefix: string, uri: string): void {
    const undeclares = prefix !== '' && uri === '';
    if (undeclares || uri === XMLNS || prefix === 'xmlns' || (prefix === 'xml') !== (uri === XML))
      this.#fail(notAllowed(prefix === '' ? 'xmlns' : `xmlns:${prefix}`));
  }

  #split(name: string): { readonly prefix: string; readonly local: string } {
    const colon = name.indexOf(':');
    const prefix = colon < 0 ? '' : name.slice(0, colon);
    const local = name.slice(colon + 1);
    if (colon === 0 || local.includes(':')) this.#fail(notAllowed(name));
    if ((colon > 0 && !NAME.test(prefix)) || !NAME.test(local)) this.#fail(notAllowed(name));
    return { prefix, local };
  }
}

function notAllowed(name: string): string {
  return `The name '${truncate(name)}' is not allowed here.`;
}

/** Returns the prefix that an attribute declares, `''` for the default, or `undefined` for any other attribute. */
function declaredPrefix(attribute: string): string | undefined {
  if (attribute === 'xmlns') return '';
  return attribute.startsWith('xmlns:') ? attribute.slice('xmlns:'.length) : undefined;
}
