// @ts-check
/** What the control page is made of. Everything from the service is shown as text. */
import { Refusal } from './control-api.mjs';

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {...(string | Node)} content
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, ...content) {
  const made = document.createElement(name);
  made.append(...content);
  return made;
}

/**
 * @param {string} id
 * @returns {any} the element, whose kind the page's markup decides
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
}

/**
 * @param {string} text what it does
 * @param {string} about what it does it to, for those who can't see the row
 * @param {() => Promise<void>} act
 */
export function button(text, about, act) {
  const made = element('button', text);
  made.type = 'button';
  made.setAttribute('aria-label', `${text} ${about}`);
  made.addEventListener('click', () => attempt(act));
  return made;
}

/**
 * Fills a table's body, or says that there is nothing.
 * @param {string} id
 * @param {readonly (readonly (string | Node)[])[]} rows
 * @param {string} empty
 */
export function fillTable(id, rows, empty) {
  const body = byId(id);
  const lines = rows.map((cells) => element('tr', ...cells.map((cell) => element('td', cell))));
  if (lines.length === 0) {
    const cell = element('td', empty);
    cell.className = 'quiet';
    cell.colSpan = body.closest('table').querySelectorAll('th').length;
    lines.push(element('tr', cell));
  }
  body.replaceChildren(...lines);
}

/**
 * Does something and says how it went: a refusal in the service's sentence.
 * @param {() => Promise<string | void>} act answers what to say
 */
export async function attempt(act) {
  const problem = byId('problem');
  const status = byId('status');
  try {
    const said = await act();
    problem.hidden = true;
    status.textContent = said ?? '';
  } catch (error) {
    status.textContent = '';
    problem.textContent =
      error instanceof Refusal
        ? error.message
        : `The service can't be reached: ${/** @type {Error} */ (error).message}`;
    problem.hidden = false;
  }
}

/**
 * Sends a form by `act` instead of by the browser.
 * @param {string} id
 * @param {(data: FormData, submitter: HTMLElement | null) => Promise<string | void>} act
 */
export function onSubmit(id, act) {
  const form = byId(id);
  form.addEventListener('submit', (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    attempt(() => act(new FormData(form), event.submitter));
  });
}

/**
 * A field's text; an empty one is left out.
 * @param {FormData} data
 * @param {string} name
 */
export function textOf(data, name) {
  const value = String(data.get(name) ?? '').trim();
  return value === '' ? undefined : value;
}

/**
 * @param {FormData} data
 * @param {string} name
 */
export function numberOf(data, name) {
  const text = textOf(data, name);
  return text === undefined ? undefined : Number(text);
}
