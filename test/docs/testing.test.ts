/** docs/testing.md and the client in C# have all settings, actions and members that test control accepts. */

import { IMPORT_PARAMETERS } from '../../src/testing/events/import';
import { FILTERS } from '../../src/testing/journal/filter';
import { ENTRY } from '../../src/testing/schema/journal';
import { NEW_RULE, THEN, WHEN } from '../../src/testing/schema/rules';
import { NEW_SPACE, TEST_EVENT } from '../../src/testing/schema/spaces';
import { readText } from '../deploy/yaml';
import { tableUnder, wordsOf } from './tables';

const PAGE = 'docs/testing.md';
const CLIENT = readText('clients/dotnet/EventsQueryControl.cs');

const { malformed, reset } = THEN.properties;

test('the page names exactly the settings that a space may have', () => {
  const [, sentence] = /`settings` can change\s([^.]*)\./.exec(readText(PAGE)) ?? [];
  expect(wordsOf(sentence)).toEqual(Object.keys(NEW_SPACE.properties.settings.properties));
});

test('the page lists exactly the actions of a rule, each with its words', () => {
  const rows = tableUnder(PAGE, 'Rules').map(([name, text]) => [wordsOf(name)[0], wordsOf(text)] as const);
  expect(rows.map(([name]) => name).sort()).toEqual([...THEN.exclusive].sort());
  const words = new Map(rows);
  for (const [name, values] of [
    ['malformed', malformed.enum],
    ['reset', reset.enum],
  ] as const)
    expect(words.get(name)).toEqual(values.map((value) => `"${value}"`));
});

/** In the client, the parameters for values of arguments are one member. */
const filters = Object.keys(FILTERS).map((name) => name.replace(/^arg\..*/, 'arguments'));

test.each<[string, object]>([
  ['NewSpace', NEW_SPACE.properties],
  ['TestEvent', TEST_EVENT.properties],
  ['EventsOptions', IMPORT_PARAMETERS],
  ['When', WHEN.properties],
  ['NewRule', NEW_RULE.properties],
  ['Then', THEN.properties],
  ['RequestFilter', Object.fromEntries(filters.map((name) => [name, true]))],
  ['JournalEntry', ENTRY.properties],
])('the record %s in C# has the members that the service has', (name, expected) => {
  const [, body = ''] = new RegExp(`record ${name}\\n\\{\\n(.*?)\\n\\}`, 's').exec(CLIENT) ?? [];
  const members = [...body.matchAll(/^ {4}public .* (\w)(\w*) \{ get; init; \}/gm)];
  const names = members.map(([, first = '', rest = '']) => first.toLowerCase() + rest);
  expect(names.sort()).toEqual(Object.keys(expected).sort());
});
