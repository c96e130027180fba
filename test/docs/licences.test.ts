/** SECURITY.md names the licences of all packages that the program needs. */
import { packages } from '../../package-lock.json';
import { readText } from '../deploy/yaml';

interface Locked {
  readonly dev?: boolean;
  readonly license?: string;
}

/** Lists the packages that `npm ci --omit dev` installs, each with its folder. */
const INSTALLED = Object.entries<Locked>(packages).filter(
  ([folder, { dev }]) => folder !== '' && dev !== true,
);
const nameOf = (folder: string) => folder.split('node_modules/').at(-1) ?? '';

test('the table names exactly the packages that are not under MIT', () => {
  const section = readText('SECURITY.md').split('## Licences')[1] ?? '';
  const documented = [...section.matchAll(/^\| ([\w.-]+) \| (.*`.*) \|$/gm)].flatMap(
    ([, licence, names = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => `${name}: ${licence}`),
  );
  const others = INSTALLED.filter(([, { license }]) => license !== 'MIT');
  expect(documented.sort()).toEqual(
    [...new Set(others.map(([folder, { license }]) => `${nameOf(folder)}: ${license}`))].sort(),
  );
  expect(INSTALLED.length).toBeGreaterThan(others.length * 2);
});

/** Represents the licence in a package's own package.json. In old packages it is an object. */
interface Packed {
  readonly license: string | { readonly type: string };
}

test('installed packages have the licences of the lock file', () => {
  const differing = INSTALLED.filter(([folder, locked]) => {
    const { license }: Packed = JSON.parse(readText(`${folder}/package.json`));
    return (typeof license === 'string' ? license : license.type) !== locked.license;
  });
  expect(differing).toEqual([]);
});
