// @ts-check
/** Shows an answer on the page: status, time, headers, result string, and the message formatted and raw. */
import { codeBlock, element } from './dom.mjs';
import { prettyPrint, readAnswer } from './pretty.mjs';

/**
 * Texts with more characters than this are cut, because a browser freezes during their layout. The copy button copies
 * the whole text.
 */
const SHOWN = 300_000;

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
  const isOk = kind === 'result';
  const status = `${received.status} ${received.statusText}`.trim();
  const headers = received.headers.map(([name, value]) => `${name}: ${value}`);
  section.replaceChildren(
    summary(received, status, isOk),
    ...(isOk ? [] : [element('p', { className: 'fault' }, text || 'The answer has no text.')]),
    element(
      'div',
      { className: 'tabs' },
      ...(isOk ? [tab('Result', resultPanel(text))] : []),
      tab('Formatted', codePanel('Answer, formatted', prettyPrint(received.body))),
      tab('Raw', codePanel('Answer, raw', received.body)),
      tab('Headers', codeBlock('Headers', [`HTTP/1.1 ${status}`, ...headers].join('\n'))),
      tab('Request', codeBlock('Request as sent', received.request)),
    ),
  );
  const first = section.querySelector('details');
  if (first !== null) first.open = true;
}

/**
 * @param {HTMLElement} section
 * @param {string} sentence
 */
export function showFailure(section, sentence) {
  section.replaceChildren(element('p', { className: 'fault' }, sentence));
}

/**
 * @param {Received} received
 * @param {string} status
 * @param {boolean} isOk
 */
function summary({ milliseconds, bytes }, status, isOk) {
  const size = bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KB`;
  const badge = element('strong', { className: `status ${isOk ? 'ok' : 'failed'}` }, status);
  return element('p', { className: 'summary' }, badge, ` ${Math.round(milliseconds)} ms, ${size}`);
}

/**
 * @param {string} title
 * @param {HTMLElement} panel
 */
function tab(title, panel) {
  return element('details', { name: 'answer' }, element('summary', {}, title), panel);
}

/** @param {string | null} text */
function resultPanel(text) {
  if (text) return codePanel('Result', prettyPrint(text));
  const hint = text === null ? 'No string: the result is null.' : 'An empty string.';
  return element('p', { className: 'hint' }, hint);
}

/**
 * @param {string} label
 * @param {string} text
 */
function codePanel(label, text) {
  const panel = element('div', {}, codeBlock(label, text.slice(0, SHOWN), text));
  if (text.length > SHOWN) {
    const [shown, all] = [SHOWN, text.length].map((count) => count.toLocaleString('en-US'));
    const hint = `Only the first ${shown} of ${all} characters are shown. Copy copies all of them.`;
    panel.append(element('p', { className: 'hint' }, hint));
  }
  return panel;
}
