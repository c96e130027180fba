import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Contains the package's version, and the commit if the build knew it. */
export interface Version {
  readonly version: string;
  readonly commit: string | undefined;
}

export function readVersion(): Version {
  const { version }: { readonly version: string } = read(path.join(__dirname, '../../package.json'));
  return { version, commit: readCommit() };
}

/** Writes `0.1.0 (528fa6c0a1b2)`. */
export function versionText({ version, commit }: Version): string {
  return commit === undefined ? version : `${version} (${commit})`;
}

function readCommit(): string | undefined {
  try {
    const { commit }: { readonly commit?: string } = read(path.join(__dirname, '../build.json'));
    return commit;
  } catch {
    // Only scripts/build.js writes the file, and tests run src directly.
    return undefined;
  }
}

function read(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
