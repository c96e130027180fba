/** What errors of the system mean, as parts of sentences: nobody is shown their codes. */
import { getSystemErrorMap } from 'node:util';
import { codeOf } from './code';

type Reasons = Readonly<Record<string, string>>;

const OF_FILES: Reasons = {
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
};

const UNREADABLE: Reasons = {
  ...OF_FILES,
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
};

const UNWRITABLE: Reasons = {
  ...OF_FILES,
  ENOENT: 'there is no such folder',
  EEXIST: 'a file has its name',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is on a read-only disk',
  ENOSPC: 'the disk is full',
  EDQUOT: "this user's share of the disk is full",
  EPIPE: 'the reader went away',
};

const UNREACHED: Reasons = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name is not known',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  EPROTO: 'it does not speak TLS as it should',
};

/** Why a file could not be read. */
export function readFailure(error: unknown): string {
  return reasonOf(error, UNREADABLE) ?? 'it was closed';
}

/** Why a file or a folder could not be written. */
export function writeFailure(error: unknown): string {
  return reasonOf(error, UNWRITABLE) ?? 'it was closed';
}

/** Why another service was not reached, or broke off its answer. */
export function networkFailure(error: unknown): string {
  // Node's reader of HTTP.
  if (codeOf(error).startsWith('HPE_')) return 'what answers there is not HTTP';
  const message = error instanceof Error ? error.message.replace(/\.$/, '') : '';
  return reasonOf(error, UNREACHED) ?? (message || 'it gave no answer');
}

/** `undefined` for what is no error of the system; one without words here has those of the system. */
function reasonOf(error: unknown, reasons: Reasons): string | undefined {
  const code = codeOf(error);
  if (Object.hasOwn(reasons, code)) return reasons[code];
  return [...getSystemErrorMap().values()].find(([name]) => name === code)?.[1];
}
