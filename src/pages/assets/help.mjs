// @ts-check
/** The help page: the form calls the service, example calls follow the form, code can be copied. */
import { showAnswer, showFailure } from './answer.mjs';
import { addCopyButton } from './dom.mjs';
import { buildRequest, inLanguage, wireText } from './invocation.mjs';
import { fromUnit, instantOf, localTime, toUnit } from './range-unit.mjs';

const form = document.querySelector('#invocation');
const answer = document.querySelector('#answer');

for (const block of document.querySelectorAll('.code')) {
  if (block instanceof HTMLElement) addCopyButton(block);
}
rememberCall();
if (form instanceof HTMLFormElement && answer instanceof HTMLElement) enhance(form, answer);

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} answer
 */
function enhance(form, answer) {
  for (const element of form.querySelectorAll('[hidden]')) element.removeAttribute('hidden');
  for (const fieldset of form.querySelectorAll('fieldset')) fieldset.disabled = false;
  const binding = recall('binding');
  for (const radio of form.querySelectorAll('input[name=binding]')) {
    if (radio instanceof HTMLInputElement && radio.value === binding) radio.checked = true;
  }
  // Wrong values can be sent, because the service's fault is worth seeing. The field says what is wrong.
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
    invoke(form, answer);
  });
  refresh();
}

/** @param {HTMLFormElement} form */
function requestOf(form) {
  const data = new FormData(form);
  const binding = /** @type {import('./invocation.mjs').Binding} */ (data.get('binding'));
  data.delete('binding');
  const operation = form.dataset.operation ?? '';
  const address = new URL(form.action).pathname;
  return buildRequest(binding, {
    operation,
    namespace: form.dataset.namespace ?? '',
    service: address.slice(0, -operation.length - 1),
    values: [...data].map(([name, value]) => [name, String(value)]),
  });
}

/** @param {HTMLFormElement} form */
function showRequest(form) {
  const request = document.querySelector('#request');
  const sentence = document.querySelector('#protocol');
  if (request === null || sentence === null) return;
  request.textContent = wireText(requestOf(form), location.host);
  const binding = new FormData(form).get('binding');
  sentence.textContent = `To test the operation using the ${binding} protocol, click the 'Invoke' button.`;
}

/**
 * Shows an error or the time beside each field, and its value in the example calls.
 * @param {HTMLFormElement} form
 */
function showValues(form) {
  const { rangeUnit, timeZone = 'UTC' } = form.dataset;
  for (const note of form.querySelectorAll('[data-meaning]')) {
    if (!(note instanceof HTMLElement)) continue;
    const field = form.elements.namedItem(note.dataset.meaning ?? '');
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    const valid = field.validity.valid;
    field.setAttribute('aria-invalid', String(!valid));
    note.classList.toggle('wrong', !valid);
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
    // The picker can show years of four digits only.
    if (document.activeElement !== picker) picker.value = local && /^\d{4}-/.test(local) ? local : '';
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
 * @param {HTMLFormElement} form
 * @param {HTMLElement} section
 */
async function invoke(form, section) {
  const message = requestOf(form);
  const request = wireText(message, location.host);
  const { binding } = Object.fromEntries(new FormData(form));
  remember('binding', String(binding));
  section.setAttribute('aria-busy', 'true');
  const began = performance.now();
  try {
    const { method, path, headers, body } = message;
    const response = await fetch(path, { method, headers, body, cache: 'no-store' });
    const bytes = await response.arrayBuffer();
    showAnswer(section, {
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
      body: new TextDecoder().decode(bytes),
      bytes: bytes.byteLength,
      milliseconds: performance.now() - began,
      request,
    });
  } catch {
    showFailure(section, "No answer: this browser can't reach the service.");
  }
  section.removeAttribute('aria-busy');
  section.scrollIntoView({ block: 'nearest' });
  // Screen readers announce the outcome only, not the whole answer.
  const outcome = document.querySelector('#outcome');
  if (outcome !== null) outcome.textContent = section.querySelector('.summary, .fault')?.textContent ?? '';
}

/** Opens the language whose example call was read last. */
function rememberCall() {
  for (const call of document.querySelectorAll('.calls details')) {
    if (!(call instanceof HTMLDetailsElement)) continue;
    const title = call.querySelector('summary')?.textContent ?? '';
    if (title === recall('call')) call.open = true;
    call.addEventListener('toggle', () => call.open && remember('call', title));
  }
}

/**
 * Reads a choice that the browser has stored.
 * @param {string} name
 * @returns {string | null}
 */
function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Storage is switched off, so the choice is not kept.
  }
}
