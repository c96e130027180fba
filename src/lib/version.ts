import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Contains the package's version, and the commit if it was known to the build. */
export interface Version {
  readonly version: string;
  readonly commit: string | undefined;
}

export function readVersion(): Version {
  const { version }: { readonly version: string } = read(path.join(__dirname, '../../package.json'));
  return { version, commit: readCommit() };
}

/** Returns the version as a text such as `0.1.0 (528fa6c0a1b2)`. */
export function versionText({ version, commit }: Version): string {
  return commit === undefined ? version : `${version} (${commit})`;
}

function readCommit(): string | undefined {
  try {
    const { commit }: { readonly commit?: string } = read(path.join(__dirname, '../build.json'));
    return commit;
  } catch {
    // The file is missing if tests run src directly, because only scripts/build.js writes it.
    return undefined;
  }
}

function read(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
