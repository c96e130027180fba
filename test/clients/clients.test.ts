import { accessSync, constants, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import cases from '../../clients/cases.json';
import { type Client, findPrograms, runClient } from '../../scripts/test-clients/toolchains.js';
import { OPERATIONS } from '../../src/contract/operations';

const CLIENTS = path.join(__dirname, '../../clients');
const BINDINGS = ['soap11', 'soap12', 'httpget', 'httppost'] as const;

const clients = findPrograms<Client>('client', CLIENTS);

/** Returns the rows of the table in docs/clients.md: a client's name and, for each binding, whether it is ticked. */
function documented(): Map<string, string[]> {
  const text = readFileSync(path.join(CLIENTS, '../docs/clients.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `([\w-]+)` *\|[^|]*\|(.*)\|$/gm)];
  return new Map(
    rows.map(([, name = '', cells = '']) => [
      name,
      BINDINGS.filter((_binding, index) => cells.split('|')[index]?.trim() === '✓'),
    ]),
  );
}

test('docs/clients.md lists exactly the clients, each with the bindings that are judged', () => {
  const described = new Map(clients.map(({ name, bindings }) => [name, [...bindings]]));
  expect(documented()).toEqual(described);
});

test.each(clients)('the client $name is executable, and declares what it needs', (client) => {
  const { home, toolchain, needs, packages } = client;
  accessSync(path.join(home, 'run'), constants.X_OK);
  expect([toolchain, needs].every((text) => text.length > 0)).toBe(true);
  // If `command -v` gets several names, a shell checks only the first, or accepts any of them.
  expect(needs).not.toMatch(/command -v \S+ +[^&\s]/);
  expect(Array.isArray(packages)).toBe(true);
});

test('a client runs in a locale that has every character', async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'events-client-'));
  writeFileSync(path.join(home, 'run'), '#!/bin/sh\necho "$LC_ALL"\n', { mode: 0o755 });
  const [curl] = findPrograms<Client>('client', CLIENTS, ['curl']);
  const output = await runClient({ ...(curl as Client), home }, { endpoint: '', plan: '', work: home });
  expect(output).toEqual({ lines: [['C.UTF-8']] });
});

test('no setting of the caller reaches a service that a client starts', () => {
  const starts = clients.flatMap(({ home }) => {
    const run = readFileSync(path.join(home, 'run'), 'utf8').replace(/^\. "\$here\/(.*)"$/m, (_, file) =>
      readFileSync(path.join(home, file), 'utf8'),
    );
    return /^.*(?:\\\n.*)?serve --test/m.exec(run) ?? [];
  });
  expect(starts.length).toBeGreaterThan(1);
  expect(starts.filter((lines) => !lines.startsWith('env -i "PATH=$PATH" '))).toEqual([]);
});

test('the cases of the clients call each operation', () => {
  const called = cases.map(({ operation }) => operation);
  expect([...new Set(called)].sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
});

test('several clients use each binding', () => {
  for (const binding of BINDINGS) {
    const speakers = clients.filter(({ bindings }) => bindings.includes(binding));
    expect(speakers.length).toBeGreaterThan(5);
  }
});
