// @ts-check
/** Shows an answer in the page: status, time, headers, result string, formatted and raw message. */
import { codeBlock } from './copy.mjs';
import { prettyPrint, readAnswer } from './pretty.mjs';
import { createTabs } from './tabs.mjs';

/** Longer texts are cut, because a browser freezes while it lays them out. The copy button copies everything. */
const SHOWN = 300_000;

/** Longer texts are not coloured, because that would take too long. */
const HIGHLIGHT_LIMIT = 60_000;

/** Each named group is a class of site.css. */
const TOKENS = {
  json: /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<literal>\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*)/g,
  xml: /(?<name><[/?]?[\w:.-]+|[/?]?>)|(?<string>(?<==)"[^"]*")/g,
};

/**
 * @typedef {object} Received
 * @property {number} status
 * @property {string} statusText
 * @property {[name: string, value: string][]} headers
 * @property {string} body
 * @property {number} bytes
 * @property {number} milliseconds
 * @property {string} request as it was sent
 */

/**
 * @param {HTMLElement} section
 * @param {Received} received
 */
export function showAnswer(section, received) {
  const { kind, text } = readAnswer(received.body);
  const ok = received.status < 300 && kind === 'result';
  const headers = received.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  const statusLine = `HTTP/1.1 ${received.status} ${received.statusText}`;
  const panels = [
    ...(ok ? [{ title: 'Result', panel: resultPanel(text) }] : []),
    { title: 'Formatted', panel: codePanel('Answer, formatted', prettyPrint(received.body)) },
    { title: 'Raw', panel: codePanel('Answer, raw', { language: 'text', text: received.body }) },
    {
      title: 'Headers',
      panel: codePanel('Headers', { language: 'text', text: `${statusLine}\n${headers}` }),
    },
    { title: 'Request', panel: codePanel('Request as sent', { language: 'text', text: received.request }) },
  ];
  const { list } = createTabs('Answer', panels);
  section.replaceChildren(
    summary(received, ok),
    ...(ok ? [] : [paragraph('fault', text || 'The answer has no text.')]),
    list,
    ...panels.map(({ panel }) => panel),
  );
  section.hidden = false;
}

/**
 * @param {HTMLElement} section
 * @param {string} sentence
 */
export function showFailure(section, sentence) {
  section.replaceChildren(paragraph('fault', sentence));
  section.hidden = false;
}

/**
 * @param {Received} received
 * @param {boolean} ok
 */
function summary({ status, statusText, milliseconds, bytes }, ok) {
  const line = paragraph('summary', '');
  const badge = document.createElement('strong');
  badge.className = ok ? 'status ok' : 'status failed';
  badge.textContent = `${status} ${statusText}`.trim();
  const size = bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KB`;
  line.append(badge, ` ${Math.round(milliseconds)} ms, ${size}`);
  return line;
}

/** @param {string | null} text */
function resultPanel(text) {
  if (text === null || text === '') {
    const panel = document.createElement('div');
    panel.append(paragraph('hint', text === null ? 'No string: the result is null.' : 'An empty string.'));
    return panel;
  }
  return codePanel('Result', prettyPrint(text));
}

/**
 * @param {string} label
 * @param {{ language: 'json' | 'xml' | 'text', text: string }} content
 */
function codePanel(label, { language, text }) {
  const panel = document.createElement('div');
  panel.append(codeBlock(label, highlight(text.slice(0, SHOWN), language), () => text));
  if (text.length > SHOWN) {
    const shown = SHOWN.toLocaleString('en-US');
    const all = text.length.toLocaleString('en-US');
    panel.append(paragraph('hint', `The first ${shown} of ${all} characters. Copy takes them all.`));
  }
  return panel;
}

/**
 * @param {string} className
 * @param {string} text
 */
function paragraph(className, text) {
  const element = document.createElement('p');
  element.className = className;
  element.textContent = text;
  return element;
}

/**
 * Colours JSON and XML. The text is added as text nodes only.
 * @param {string} text
 * @param {'json' | 'xml' | 'text'} language
 * @returns {DocumentFragment}
 */
function highlight(text, language) {
  const fragment = document.createDocumentFragment();
  let end = 0;
  if (language !== 'text' && text.length <= HIGHLIGHT_LIMIT) {
    for (const match of text.matchAll(TOKENS[language])) {
      const token = document.createElement('span');
      token.className = `token-${Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0]}`;
      token.textContent = match[0];
      fragment.append(text.slice(end, match.index), token);
      end = match.index + match[0].length;
    }
  }
  fragment.append(text.slice(end));
  return fragment;
}
