// @ts-check
/** Reads and formats XML and JSON messages. */
import { escapeXml } from './invocation.mjs';

/**
 * Returns the result string or the fault's text in an answer of any binding.
 * @param {string} body
 * @returns {{ kind: 'result' | 'fault', text: string | null }} `text` is null if the result is null
 */
export function readAnswer(body) {
  const root = parseXml(body)?.documentElement;
  if (root === undefined) return { kind: 'fault', text: body.trim() };
  const fault = root.querySelector('Fault');
  if (fault !== null) {
    return { kind: 'fault', text: fault.querySelector('faultstring, Text')?.textContent ?? '' };
  }
  if (root.localName === 'string') {
    const nil = root.getAttributeNS('http://www.w3.org/2001/XMLSchema-instance', 'nil') === 'true';
    return { kind: 'result', text: nil ? null : root.textContent };
  }
  if (root.localName !== 'Envelope') return { kind: 'fault', text: root.textContent };
  return { kind: 'result', text: root.querySelector('Body > * > *')?.textContent ?? null };
}

/**
 * Returns JSON and XML with indentation, and any other text unchanged.
 * @param {string} text
 */
export function prettyPrint(text) {
  if (/^[[{]/.test(text)) {
    try {
      return JSON.stringify(JSON.parse(text, unrounded), null, 2);
    } catch {
      return text;
    }
  }
  const root = parseXml(text)?.documentElement;
  if (root === undefined) return text;
  const declaration = /^<\?xml[^>]*\?>/.exec(text) ?? [];
  return [...declaration, ...indented(root, '')].join('\n');
}

/** Browsers from before 2025 may lack `JSON.rawJSON`. @type {((source: string) => object) | undefined} */
const rawJSON = Reflect.get(JSON, 'rawJSON');

/**
 * Keeps the digits of a number, which JSON.parse may round.
 * @param {string} _name
 * @param {unknown} value
 * @param {{ source: string }} [context]
 */
function unrounded(_name, value, context) {
  return typeof value === 'number' && rawJSON && context ? rawJSON(context.source) : value;
}

/**
 * @param {Element} element
 * @param {string} indent
 * @returns {string[]}
 */
function indented(element, indent) {
  const attributes = [...element.attributes]
    .map(({ name, value }) => ` ${name}="${escapeXml(value)}"`)
    .join('');
  const open = `${indent}<${element.nodeName}${attributes}`;
  if (!element.hasChildNodes()) return [`${open} />`];
  // White space between elements and text belongs to the text, so it is left unchanged.
  const hasText = [...element.childNodes].some(({ nodeValue }) => nodeValue?.trim());
  if (hasText || element.children.length === 0) return [`${open}>${element.innerHTML}</${element.nodeName}>`];
  return [
    `${open}>`,
    ...[...element.children].flatMap((child) => indented(child, `${indent}  `)),
    `${indent}</${element.nodeName}>`,
  ];
}

/**
 * @param {string} text
 * @returns {Document | undefined} `undefined` if it is not XML
 */
function parseXml(text) {
  if (!text.trimStart().startsWith('<')) return undefined;
  const parsed = new DOMParser().parseFromString(text, 'application/xml');
  return parsed.querySelector('parsererror') === null ? parsed : undefined;
}
