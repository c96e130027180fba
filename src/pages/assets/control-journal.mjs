// @ts-check
/** Shows the journal of a space and updates it live. The newest request is the first. */
import { codeBlock, element, find, showDialog } from './dom.mjs';
import { fetchJson } from './fetch-json.mjs';

/** The page shows at most this many rows. The journal itself keeps more. */
const SHOWN = 200;

/**
 * @typedef {{ headers: object, body: string | { base64: string } }} Message
 * @typedef {{ id: string, at: string, ms: number, binding: string | null, operation: string | null, arguments: object |
 * null, outcome: string, status: number | null, rule: string | null, request: Message & { line: string }, response:
 * Message }} Entry
 */

/** @type {EventSource | undefined} */
let source;

/**
 * Shows a space's journal, and adds new entries.
 * @param {string} address the space's address, relative to the page
 * @param {() => void} onReconnect is called when entries may have been missed
 */
export async function followJournal(address, onReconnect) {
  source?.close();
  const body = find('#journal-rows');
  body.replaceChildren();
  const known = new Set();
  const add = (/** @type {Entry} */ entry, /** @type {'prepend' | 'append'} */ where) => {
    if (known.has(entry.id)) return;
    known.add(entry.id);
    body[where](row(entry));
    body.children[SHOWN]?.remove();
  };
  const stream = new EventSource(`${address}requests/stream`);
  source = stream;
  stream.addEventListener('request', ({ data }) => add(JSON.parse(data), 'prepend'));
  stream.addEventListener('open', () => {
    find('#live').textContent = 'Live';
  });
  stream.addEventListener('error', () => {
    // The browser does not reconnect if the service has refused the stream, as the service does for a space that has
    // ended.
    find('#live').textContent =
      stream.readyState === EventSource.CLOSED ? 'Not live: reload the page' : 'Reconnecting…';
  });
  // The list is read after the stream is open. Entries that were added before are only in the list.
  await new Promise((resolve) => {
    stream.addEventListener('open', resolve);
    stream.addEventListener('error', resolve);
  });
  stream.addEventListener('open', onReconnect);
  /** @type {Entry[]} */
  const entries = await fetchJson(`${address}requests?limit=${SHOWN}`);
  for (const entry of entries.reverse()) add(entry, 'append');
}

/** @param {Entry} entry */
function row(entry) {
  const { at, ms, binding, operation, outcome, status, rule, request } = entry;
  const open = element('button', { type: 'button', className: 'link' }, operation ?? request.line);
  open.addEventListener('click', () => showEntry(entry));
  const values = Object.entries(entry.arguments ?? {}).map(([name, value]) => `${name}=${value}`);
  const cells = [
    at.slice(11, 23),
    open,
    values.join(', '),
    binding ?? '',
    `${status ?? ''} ${outcome}${rule === null ? '' : `, rule ${rule}`}`,
    `${Math.round(ms)} ms`,
  ];
  const made = element('tr', {}, ...cells.map((cell) => element('td', {}, cell)));
  made.dataset.outcome = outcome;
  return made;
}

/** @param {Entry} entry */
function showEntry({ request, response, status }) {
  showDialog(request.line, [
    codeBlock('Request', messageText(request.line, request)),
    codeBlock('Answer', messageText(status === null ? 'no answer' : `HTTP/1.1 ${status}`, response)),
  ]);
}

/**
 * @param {string} line
 * @param {Message} message
 */
function messageText(line, { headers, body }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [line, ...lines, '', typeof body === 'string' ? body : `base64: ${body.base64}`].join('\n');
}
