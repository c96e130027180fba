/** docs/dotnet.md against clients/dotnet. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT, readText } from '../deploy/yaml';

const PAGE = readText('docs/dotnet.md');

test('the fixture reads the variables that the page names, and no others', () => {
  const variables = (text: string) => [...new Set(text.match(/\bEVENTS_[A-Z_]+\b/g))].sort();
  expect(variables(PAGE)).toEqual(variables(readText('clients/dotnet/EventsService.cs')));
});

test('what is to be copied into a repository of your own is there', () => {
  const [, list = ''] = /Without a feed, copy (.*?)\n\n/s.exec(PAGE) ?? [];
  const files = [...list.matchAll(/`([\w.]+(?:\/|\.cs))`/g)].map(([, name = '']) => name);
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((name) => !existsSync(path.join(ROOT, 'clients/dotnet', name)))).toEqual([]);
});
