import { constants } from 'node:fs';
import { access, appendFile, readFile } from 'node:fs/promises';
import { codeOf, readFailure, UserError, writeFailure } from '../errors';
import { writeWhole } from './write-whole';

/** The answers that a walk has, by the name of their question. */
export interface KeptAnswers {
  /** Where they are still when the process has ended; `undefined`: nowhere. */
  readonly file: string | undefined;
  get(name: string): string | undefined;
  add(name: string, answer: string): Promise<void>;
}

export function keepInMemory(): KeptAnswers {
  const answers = new Map<string, string>();
  return {
    file: undefined,
    get: (name) => answers.get(name),
    add: async (name, answer) => {
      answers.set(name, answer);
    },
  };
}

/**
 * Answers in a file, so that a walk that was broken off goes on where it was: a line of JSON with the address, then
 * one for each answer.
 * @throws UserError when the file can't be read or written, or holds something else
 */
export async function keepInFile(file: string, address: string): Promise<KeptAnswers> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw unusable(file, readFailure(error));
  });
  // What was being written when the process ended has no line end.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const [head, ...lines] = whole.split('\n').filter((line) => line !== '');
  if (head === undefined && text !== '') throw unusable(file, 'it holds something else');
  if (head !== undefined && parsed(head)?.address !== address)
    throw unusable(file, `it does not hold answers of ${address}`);
  const answers = new Map<string, string>();
  for (const line of lines) {
    const { question, answer } = parsed(line) ?? {};
    if (question === undefined || answer === undefined) throw unusable(file, 'it holds something else');
    answers.set(question, answer);
  }
  const begun = head === undefined ? `${JSON.stringify({ address })}\n` : whole;
  // What is there is not put at risk for nothing: hours may be in it.
  const checked = begun === text ? access(file, constants.W_OK) : writeWhole(file, begun);
  await checked.catch((error: unknown) => {
    throw unusable(file, writeFailure(error));
  });
  return {
    file,
    get: (name) => answers.get(name),
    async add(question, answer) {
      answers.set(question, answer);
      await appendFile(file, `${JSON.stringify({ question, answer })}\n`).catch((error: unknown) => {
        throw unusable(file, writeFailure(error));
      });
    },
  };
}

interface Line {
  readonly address?: string;
  readonly question?: string;
  readonly answer?: string;
}

function parsed(line: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return undefined;
    const text = (name: string) => {
      const member: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
      return typeof member === 'string' ? { [name]: member } : {};
    };
    return { ...text('address'), ...text('question'), ...text('answer') };
  } catch {
    return undefined;
  }
}

function unusable(file: string, reason: string): UserError {
  return new UserError(`The state file ${file} can't be used: ${reason}.`);
}
