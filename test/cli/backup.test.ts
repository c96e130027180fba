/** Backups of the embedded store work as docs/operations.md describes them. */
import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { useCommands } from '../support/commands';

const program = useCommands();
const within = (name: string) => path.join(program.folder, name);

const EVENTS = [
  { id: 7, title: 'Talk', start: '2026-03-01T09:00:00Z', organizer: 'Ann' },
  { id: 9, uid: 'u-9', title: '\uFEFFDays', start: '2026-03-02', end: '2026-03-04' },
];

test('an export, or a copy of the folder, brings everything back', async () => {
  const run = async (args: readonly string[], DATA_DIR: string) => {
    const { code, stdout, stderr } = await program.run(args, { DATA_DIR });
    if (code !== 0) throw new Error(stderr);
    return stdout;
  };
  await program.fill('store');
  writeFileSync(within('events.json'), JSON.stringify(EVENTS));
  await run(['import', 'events.json'], 'store');
  const backup = await run(['export'], 'store');
  expect(JSON.parse(backup)).toMatchObject(EVENTS);
  writeFileSync(within('backup.json'), backup);
  cpSync(within('store'), within('copy'), { recursive: true });

  writeFileSync(within('other.json'), JSON.stringify([{ title: 'Other', start: '2026-05-01' }]));
  await run(['import', '--replace', 'other.json'], 'store');
  expect(JSON.parse(await run(['export'], 'store'))).toMatchObject([{ title: 'Other' }]);
  expect(await run(['export'], 'copy')).toBe(backup);
  await run(['import', '--replace', 'backup.json'], 'store');
  expect(await run(['export'], 'store')).toBe(backup);
});
