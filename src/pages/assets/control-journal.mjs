// @ts-check
/** The journal of a space, live: what was asked of the service, newest first. */
import { ask, within } from './control-api.mjs';
import { byId, element } from './control-parts.mjs';

/** More rows than anyone reads; the journal itself keeps more. */
const SHOWN = 200;

/**
 * @typedef {{ id: string, at: string, ms: number, binding: string | null, operation: string | null, arguments: object |
 * null, outcome: string, status: number | null, rule: string | null, request: { line: string, headers: object, body:
 * unknown }, response: { headers: object, body: unknown } }} Entry
 */

/** @type {EventSource | undefined} */
let source;

/** Shows a space's journal and follows it. @param {string} space */
export async function followJournal(space) {
  source?.close();
  const body = byId('journal-rows');
  body.replaceChildren();
  const known = new Set();
  const add = (/** @type {Entry} */ entry) => {
    if (known.has(entry.id)) return;
    known.add(entry.id);
    body.prepend(rowOf(entry));
    body.children[SHOWN]?.remove();
    byId('journal-empty').hidden = true;
  };
  // Followed before it is read: what comes in between is in one of the two.
  source = new EventSource(within(space, 'requests/stream'));
  source.addEventListener('request', ({ data }) => add(JSON.parse(data)));
  source.addEventListener('open', () => {
    byId('live').textContent = 'Live';
  });
  source.addEventListener('error', () => {
    byId('live').textContent = 'Reconnecting…';
  });
  byId('journal-empty').hidden = false;
  /** @type {Entry[]} */
  const entries = await ask('GET', within(space, `requests?limit=${SHOWN}`));
  for (const entry of entries) add(entry);
}

/** @param {Entry} entry */
function rowOf(entry) {
  const { id, at, ms, binding, operation, arguments: args, outcome, status, rule, request } = entry;
  const open = element('button', operation ?? request.line);
  open.type = 'button';
  open.className = 'link';
  open.addEventListener('click', () => showEntry(entry));
  const row = element(
    'tr',
    element('td', at.slice(11, 23)),
    element('td', open),
    element('td', argumentText(args)),
    element('td', binding ?? ''),
    element('td', `${status ?? ''} ${outcome}${rule === null ? '' : `, rule ${rule}`}`),
    element('td', `${Math.round(ms)} ms`),
  );
  row.dataset.outcome = outcome;
  row.dataset.id = id;
  return row;
}

/** @param {object | null} args */
function argumentText(args) {
  return Object.entries(args ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}

/** @param {Entry} entry */
function showEntry({ request, response, status }) {
  const dialog = byId('entry');
  const title = element('h2', request.line);
  title.id = 'entry-title';
  const close = element('button', 'Close');
  close.type = 'button';
  close.className = 'primary';
  close.autofocus = true;
  close.addEventListener('click', () => dialog.close());
  dialog.replaceChildren(
    title,
    message('Request', request.line, request),
    message('Answer', status === null ? 'no answer' : `HTTP/1.1 ${status}`, response),
    close,
  );
  dialog.showModal();
}

/**
 * @param {string} caption
 * @param {string} line
 * @param {{ headers: object, body: any }} message
 */
function message(caption, line, { headers, body }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = typeof body === 'string' ? body : `base64: ${body.base64}`;
  const pre = element('pre', [line, ...lines, '', text].join('\n'));
  pre.tabIndex = 0;
  pre.setAttribute('aria-label', caption);
  const figure = element('figure', element('figcaption', caption), pre);
  figure.className = 'code';
  return figure;
}
