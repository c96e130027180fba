// @ts-check
/** The control page: a space is chosen; its events, rules and journal follow. */
import { ask, within } from './control-api.mjs';
import { followJournal } from './control-journal.mjs';
import { attempt, button, byId, element, fillTable, numberOf, onSubmit, textOf } from './control-parts.mjs';
import { describeThen, describeWhen, ruleOf, VALUE_LABELS } from './control-rule.mjs';

/** More events than anyone reads in a table. */
const SHOWN = 100;

let space = new URLSearchParams(location.search).get('space') ?? 'default';

byId('app').hidden = false;
attempt(async () => {
  await showSpaces();
  await showSpace();
});

async function showSpaces() {
  /** @type {{ name: string, url: string, expires: string | null }[]} */
  const spaces = await ask('GET', 'spaces');
  const rows = spaces.map(({ name, url, expires }) => {
    const choose = button(name, 'is shown below', () => chooseSpace(name));
    choose.className = 'link';
    choose.setAttribute('aria-label', name);
    if (name === space) choose.setAttribute('aria-current', 'true');
    const address = element('a', url);
    address.href = url;
    const end = button('End', name, async () => {
      await ask('DELETE', `spaces/${encodeURIComponent(name)}`);
      await showSpaces();
      if (name === space) await chooseSpace('default');
    });
    return [
      choose,
      address,
      expires === null ? 'never' : new Date(expires).toLocaleString(),
      name === 'default' ? '' : end,
    ];
  });
  fillTable('space-rows', rows, 'There are no spaces.');
}

/** @param {string} name */
async function chooseSpace(name) {
  space = name;
  const address = new URL(location.href);
  address.searchParams.set('space', name);
  history.replaceState(null, '', address);
  await showSpaces();
  await showSpace();
}

async function showSpace() {
  for (const named of document.querySelectorAll('[data-space]')) named.textContent = space;
  await Promise.all([showEvents(), showRules(), followJournal(space)]);
}

async function showEvents() {
  /** @type {{ id: number, title: string, start: string, end: string }[]} */
  const events = await ask('GET', within(space, 'events'));
  byId('event-count').textContent =
    events.length > SHOWN ? `${events.length}, ${SHOWN} of them shown` : `${events.length}`;
  const rows = events.slice(0, SHOWN).map(({ id, title, start, end }) => [String(id), title, start, end]);
  fillTable('event-rows', rows, 'The space has no events.');
}

async function showRules() {
  /** @type {{ id: string, used: number, when?: object, then: object }[]} */
  const rules = await ask('GET', within(space, 'rules'));
  const rows = rules.map((rule) => [
    describeWhen(rule),
    describeThen(rule),
    String(rule.used),
    button('Delete', `the rule for ${describeWhen(rule)}`, async () => {
      await ask('DELETE', within(space, `rules/${encodeURIComponent(rule.id)}`));
      await showRules();
    }),
  ]);
  fillTable('rule-rows', rows, 'Every call is answered by the service.');
}

onSubmit('new-space', async (data) => {
  const zone = textOf(data, 'zone');
  const made = await ask('POST', 'spaces', {
    json: {
      name: textOf(data, 'name'),
      ttl: numberOf(data, 'ttl'),
      ...(zone === undefined ? {} : { settings: { TIME_ZONE: zone } }),
    },
  });
  await chooseSpace(made.name);
  return `The space ${made.name} is made.`;
});

onSubmit('change-events', async (data, submitter) => {
  const act = submitter?.getAttribute('value');
  if (act === 'DELETE') {
    await ask('DELETE', within(space, 'events'));
    await showEvents();
    return 'The space has no events.';
  }
  const sent = { text: String(data.get('text')), type: String(data.get('type')) };
  const { read, added, changed, unchanged, removed } = await ask(
    act === 'POST' ? 'POST' : 'PUT',
    within(space, 'events'),
    sent,
  );
  await showEvents();
  return `Read ${read}, added ${added}, changed ${changed}, unchanged ${unchanged}, removed ${removed}.`;
});

onSubmit('new-rule', async (data) => {
  await ask('POST', within(space, 'rules'), { json: ruleOf(data) });
  await showRules();
  return 'The rule stands.';
});

byId('refresh').addEventListener('click', () => attempt(showSpace));
byId('clear-journal').addEventListener('click', () =>
  attempt(async () => {
    await ask('DELETE', within(space, 'requests'));
    await followJournal(space);
    return 'The journal is empty.';
  }),
);

/** The field that goes with the chosen action. */
function showValueField() {
  const action = byId('action').value;
  const label = VALUE_LABELS[action];
  byId('value-label').textContent = label ?? '';
  byId('value-field').hidden = label === undefined;
  byId('code-field').hidden = action !== 'fault';
}
byId('action').addEventListener('change', showValueField);
showValueField();
