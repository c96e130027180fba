// @ts-check
/** Runs the control page. The user chooses a space, and sees and changes its events, rules and journal. */
import { followJournal } from './control-journal.mjs';
import { element, find } from './dom.mjs';
import { fetchJson, ServiceError } from './fetch-json.mjs';

/** The table shows at most this many events. */
const SHOWN = 100;

let space = new URLSearchParams(location.search).get('space') ?? 'default';

/** @type {Promise<void>} */
let attempts = Promise.resolve();

find('#app').hidden = false;
attempt(showAll);

/** Returns a JSON body, which the browser sends with its media type. @param {string} text */
const json = (text) => new Blob([text], { type: 'application/json' });

/** Returns an address in the chosen space, relative to the page. @param {string} [path] */
function within(path = '') {
  return space === 'default' ? path : `spaces/${encodeURIComponent(space)}/${path}`;
}

async function showAll() {
  for (const named of document.querySelectorAll('[data-space]')) named.textContent = space;
  await Promise.all([showSpaces(), showEvents(), showRules(), showJournal()]);
}

function showJournal() {
  return followJournal(within(), () => attempt(showAll));
}

async function showSpaces() {
  /** @type {{ name: string, url: string, expires: string | null }[]} */
  const spaces = await fetchJson('spaces');
  const rows = spaces.map(({ name, url, expires }) => {
    const choose = button(name, name, () => chooseSpace(name));
    choose.className = 'link';
    choose.ariaCurrent = name === space ? 'true' : null;
    const end = button('End', `End ${name}`, async () => {
      await fetchJson(`spaces/${encodeURIComponent(name)}`, { method: 'DELETE' });
      await chooseSpace(name === space ? 'default' : space);
      return `The space ${name} has ended.`;
    });
    return [
      choose,
      element('a', { href: url }, url),
      expires === null ? 'never' : new Date(expires).toLocaleString(),
      name === 'default' ? '' : end,
    ];
  });
  fillTable('#space-rows', rows);
}

/** @param {string} name */
async function chooseSpace(name) {
  space = name;
  history.replaceState(null, '', `?space=${encodeURIComponent(name)}`);
  await showAll();
}

async function showEvents() {
  /** @type {{ id: number, title: string, start: string, end: string }[]} */
  const events = await fetchJson(within('events'));
  find('#event-count').textContent =
    events.length > SHOWN ? `${events.length}, the first ${SHOWN} are shown` : String(events.length);
  fillTable(
    '#event-rows',
    events.slice(0, SHOWN).map(({ id, title, start, end }) => [String(id), title, start, end]),
  );
}

async function showRules() {
  /** @type {{ id: string, used: number }[]} */
  const rules = await fetchJson(within('rules'));
  const rows = rules.map(({ id, used, ...rule }) => [
    element('code', {}, JSON.stringify(rule)),
    String(used),
    button('Delete', `Delete rule ${id}`, async () => {
      await fetchJson(within(`rules/${id}`), { method: 'DELETE' });
      await showRules();
      return 'The rule is deleted.';
    }),
  ]);
  fillTable('#rule-rows', rows);
}

onSubmit('#new-space', async (data) => {
  const [name, ttl, zone] = ['name', 'ttl', 'zone'].map((field) => String(data.get(field)).trim());
  const wanted = {
    ...(name !== '' && { name }),
    ...(ttl !== '' && { ttl: Number(ttl) }),
    ...(zone !== '' && { settings: { TIME_ZONE: zone } }),
  };
  const made = await fetchJson('spaces', { method: 'POST', body: json(JSON.stringify(wanted)) });
  await chooseSpace(made.name);
  return `The space ${made.name} is ready.`;
});

onSubmit('#change-events', async (data, method) => {
  const [type, text] = [String(data.get('type')), String(data.get('text'))];
  const body = method === 'DELETE' ? undefined : new Blob([text], { type });
  const counts = await fetchJson(within('events'), { method, body });
  await showEvents();
  const { read, added, changed, unchanged, removed } = counts;
  return `Read ${read}, added ${added}, changed ${changed}, unchanged ${unchanged}, removed ${removed}.`;
});

onSubmit('#new-rule', async (data) => {
  await fetchJson(within('rules'), { method: 'POST', body: json(String(data.get('rule'))) });
  await showRules();
  return 'The rule is added.';
});

const example = /** @type {HTMLSelectElement} */ (find('#example'));
const rule = /** @type {HTMLTextAreaElement} */ (find('#rule'));
example.addEventListener('change', () => {
  rule.value = example.value;
});
find('#refresh').addEventListener('click', () => attempt(showAll));
find('#clear-journal').addEventListener('click', () =>
  attempt(async () => {
    await fetchJson(within('requests'), { method: 'DELETE' });
    await showJournal();
    return 'The journal is empty.';
  }),
);

/**
 * @param {string} text
 * @param {string} label the text for screen readers, which also names the object of the action
 * @param {() => Promise<string | void>} act
 */
function button(text, label, act) {
  const made = element('button', { type: 'button', ariaLabel: label }, text);
  made.addEventListener('click', () => attempt(act));
  return made;
}

/**
 * Replaces the rows of a table. If a row has the focus, the focus moves to the table, so that the keyboard goes on from
 * there.
 * @param {string} selector
 * @param {readonly (readonly (string | Node)[])[]} rows
 */
function fillTable(selector, rows) {
  const lines = rows.map((cells) => element('tr', {}, ...cells.map((cell) => element('td', {}, cell))));
  const body = find(selector);
  const hadFocus = body.contains(document.activeElement);
  body.replaceChildren(...lines);
  if (hadFocus) /** @type {HTMLElement} */ (body.closest('.scroll')).focus();
}

/**
 * Runs an action after the actions before it, so that a late answer of another space can't replace the answer of the
 * current space. Shows the action's result, or the service's message if it fails.
 * @param {() => Promise<string | void>} act returns the sentence to show
 */
function attempt(act) {
  attempts = attempts.then(async () => {
    const [status, problem] = [find('#status'), find('#problem')];
    try {
      status.textContent = (await act()) ?? '';
      problem.hidden = true;
    } catch (error) {
      status.textContent = '';
      problem.textContent = error instanceof ServiceError ? error.message : 'The page has failed: reload it.';
      problem.hidden = false;
      if (!(error instanceof ServiceError)) reportError(error);
    }
  });
}

/**
 * Handles the submission of a form by a script. The value of the form's button is the method.
 * @param {string} selector
 * @param {(data: FormData, method: string) => Promise<string>} act
 */
function onSubmit(selector, act) {
  find(selector).addEventListener('submit', (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const { value = '' } = /** @type {HTMLButtonElement} */ (event.submitter);
    attempt(() => act(new FormData(form), value));
  });
}
