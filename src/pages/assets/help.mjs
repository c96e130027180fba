// @ts-check
/** Runs the help page: the form calls the service, example calls are updated with the form, and code can be copied. */
import { showAnswer, showFailure } from './answer.mjs';
import { addCopyButton, element, find } from './dom.mjs';
import { buildRequest, inLanguage, wireText } from './invocation.mjs';
import { fromUnit, instantOf, localTime, toUnit } from './range-unit.mjs';

const form = document.querySelector('form');

/** This is the number of requests that were sent. Only the answer to the last request is shown. */
let invocations = 0;

for (const block of document.querySelectorAll('.code')) addCopyButton(block);
for (const call of document.querySelectorAll('details')) if (call.name === 'call') rememberCall(call);
if (form !== null) enhance(form);

/** @param {HTMLFormElement} form */
function enhance(form) {
  for (const hidden of form.querySelectorAll('[hidden]')) hidden.removeAttribute('hidden');
  for (const fieldset of form.querySelectorAll('fieldset')) fieldset.disabled = false;
  const bindings = /** @type {NodeListOf<HTMLInputElement>} */ (document.getElementsByName('binding'));
  for (const radio of bindings) {
    if (radio.value === stored('binding')) radio.checked = true;
    radio.addEventListener('change', () => stored('binding', radio.value));
  }
  // Wrong values may be sent, so that the user can see the service's fault. The field shows what is wrong.
  form.noValidate = true;
  const refresh = () => {
    showRequest(form);
    showValues(form);
  };
  form.addEventListener('input', (event) => {
    fillFromPicker(form, event.target);
    refresh();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void invoke(form);
  });
  refresh();
}

/** @param {HTMLFormElement} form */
function requestOf(form) {
  const data = new FormData(form);
  data.delete('binding');
  /** @type {[string, string][]} */
  const values = [...data].map(([name, value]) => [name, String(value)]);
  return buildRequest(find('[name="binding"]:checked').dataset, new URL(form.action).pathname, values);
}

/** @param {HTMLFormElement} form */
function showRequest(form) {
  find('#request').textContent = wireText(requestOf(form), location.host);
  const binding = new FormData(form).get('binding');
  find('#protocol').textContent =
    `To test the operation using the ${binding} protocol, click the 'Invoke' button.`;
}

/**
 * Shows an error or the time beside each field, and puts the field's value into the example calls.
 * @param {HTMLFormElement} form
 */
function showValues(form) {
  const { rangeUnit, timeZone = 'UTC' } = form.dataset;
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('.parameters [name]'));
  for (const field of fields) {
    const note = find(`[data-meaning="${field.name}"]`);
    const valid = field.validity.valid;
    field.setAttribute('aria-invalid', String(!valid));
    field.setAttribute('aria-describedby', `${field.name}-hint ${note.id}`);
    note.textContent = valid ? '' : field.validationMessage;
    if (!valid) continue;
    for (const place of document.querySelectorAll(`[data-value="${field.name}"]`)) {
      place.textContent = inLanguage(field.value, place.getAttribute('data-language'));
    }
    const picker = form.querySelector(`[data-fills="${field.name}"]`);
    if (!(picker instanceof HTMLInputElement)) continue;
    const instant = fromUnit(field.value, /** @type {import('./range-unit.mjs').RangeUnit} */ (rangeUnit));
    const local = instant && localTime(instant, timeZone);
    note.textContent = local
      ? `${local.replace('T', ' ')} in ${timeZone}`
      : 'This time is out of range for a date.';
    if (document.activeElement !== picker) picker.value = local ?? '';
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {EventTarget | null} target
 */
function fillFromPicker(form, target) {
  if (!(target instanceof HTMLInputElement) || target.dataset.fills === undefined) return;
  const field = form.elements.namedItem(target.dataset.fills);
  const instant = instantOf(target.value, form.dataset.timeZone ?? 'UTC');
  if (!(field instanceof HTMLInputElement) || Number.isNaN(instant)) return;
  field.value = toUnit(instant, /** @type {import('./range-unit.mjs').RangeUnit} */ (form.dataset.rangeUnit));
}

/**
 * Sends the form's request and shows the answer, unless another request has been sent since.
 * @param {HTMLFormElement} form
 */
async function invoke(form) {
  const section = find('#answer');
  if (section.hidden) section.append(element('p', { className: 'hint' }, 'Waiting for the answer…'));
  section.hidden = false;
  section.ariaBusy = 'true';
  invocations += 1;
  const turn = invocations;
  const answer = await send(requestOf(form)).catch(() => undefined);
  if (turn !== invocations) return;
  if (answer === undefined) showFailure(section, "No answer: this browser can't reach the service.");
  else showAnswer(section, answer);
  section.ariaBusy = null;
  section.scrollIntoView({ block: 'nearest' });
  // Screen readers announce only the outcome and the fault, not the whole answer.
  const told = [...section.querySelectorAll('.summary, .fault')].map(({ textContent }) => textContent);
  find('#outcome').textContent = told.join(': ');
}

/**
 * @param {import('./invocation.mjs').Message} message
 * @returns {Promise<import('./answer.mjs').Received>}
 */
async function send(message) {
  const { method, path, headers, body } = message;
  const began = performance.now();
  const response = await fetch(path, { method, headers, body });
  const bytes = await response.arrayBuffer();
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    body: new TextDecoder().decode(bytes),
    bytes: bytes.byteLength,
    milliseconds: performance.now() - began,
    request: wireText(message, location.host),
  };
}

/**
 * Opens the example call in the language that the user opened last.
 * @param {HTMLDetailsElement} call
 */
function rememberCall(call) {
  const title = call.querySelector('summary')?.textContent ?? '';
  if (title === stored('call')) call.open = true;
  call.addEventListener('toggle', () => call.open && stored('call', title));
}

/**
 * Returns a choice that the browser has stored. If a new choice is given, it is stored first.
 * @param {'binding' | 'call'} name
 * @param {string} [choice]
 */
function stored(name, choice) {
  try {
    if (choice !== undefined) localStorage.setItem(name, choice);
    return localStorage.getItem(name);
  } catch {
    // Storage is disabled, so no choice is stored.
    return null;
  }
}
