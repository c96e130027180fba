import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What is running: the package's version, and the commit where the build knew it. */
export interface Version {
  readonly version: string;
  readonly commit: string | undefined;
}

export function readVersion(): Version {
  const { version }: { readonly version: string } = read(path.join(__dirname, '../../package.json'));
  return { version, commit: readCommit() };
}

/** `0.1.0 (528fa6c0a1b2)` */
export function versionText({ version, commit }: Version): string {
  return commit === undefined ? version : `${version} (${commit})`;
}

function readCommit(): string | undefined {
  try {
    const { commit }: { readonly commit?: string } = read(path.join(__dirname, '../build.json'));
    return commit;
  } catch {
    // Not built by scripts/build.js: the tests run src as it is.
    return undefined;
  }
}

function read(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
