// @ts-check
/** Shows an event in a dialog, with a call that returns it. All of the event's texts are added as text nodes. */
import { codeBlock } from './copy.mjs';
import { describeTime, linkTarget } from './event-text.mjs';

/** @typedef {import('./calendar-feed.mjs').FeedEvent} FeedEvent */

/**
 * @param {HTMLDialogElement} dialog
 * @param {FeedEvent} event
 * @param {{ endpoint: string, timeZone: string }} service
 */
export function showDetails(dialog, event, { endpoint, timeZone }) {
  const { description, location, category } = event.extendedProps;
  const title = element('h2', event.title);
  title.id = 'details-title';
  title.dir = 'auto';
  const facts = element('dl');
  facts.className = 'facts';
  fact(facts, 'When', describeTime(event, timeZone));
  fact(facts, 'Where', location);
  fact(facts, 'Category', category);
  fact(facts, 'Link', event.url === undefined ? '' : link(event.url));
  fact(facts, 'Id', event.id);
  const text = element('p', description);
  text.className = 'description';
  text.dir = 'auto';
  const call = `curl '${endpoint}/SelectEvent?intEventID=${event.id}&bolAsJSON=true'`;
  dialog.replaceChildren(
    title,
    facts,
    ...(description === '' ? [] : [text]),
    codeBlock('The call for this event', call, () => call),
    actions(dialog, event.id),
  );
  dialog.showModal();
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {string} id
 */
function actions(dialog, id) {
  const row = element('div');
  row.className = 'actions';
  const open = document.createElement('a');
  open.href = `WebServices/Events.asmx/SelectEvent?intEventID=${encodeURIComponent(id)}&bolAsJSON=true`;
  open.textContent = 'Open the answer';
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'primary';
  close.textContent = 'Close';
  close.autofocus = true;
  close.addEventListener('click', () => dialog.close());
  row.append(open, close);
  return row;
}

/**
 * @param {string} url
 * @returns {string | HTMLAnchorElement}
 */
function link(url) {
  const target = linkTarget(url, location.href);
  if (target === undefined) return url;
  const anchor = document.createElement('a');
  anchor.href = target;
  anchor.rel = 'noopener noreferrer';
  anchor.textContent = url;
  return anchor;
}

/**
 * @param {HTMLElement} list
 * @param {string} name
 * @param {string | Node} value nothing is shown for an empty text
 */
function fact(list, name, value) {
  if (value === '') return;
  const row = element('div');
  const description = element('dd');
  description.dir = 'auto';
  description.append(value);
  row.append(element('dt', name), description);
  list.append(row);
}

/**
 * @param {string} name
 * @param {string} [text]
 */
function element(name, text = '') {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
