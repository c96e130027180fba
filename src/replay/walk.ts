import type { EventsPortType } from '../contract/operations';
import { UserError } from '../errors';
import { Asker } from './asker';
import type { KeptAnswers } from './kept-answers';
import type { Pace } from './pace';
import type { Question } from './questions';

export interface WalkOptions {
  /** Between two calls; one is under way at a time. */
  readonly pace: Pace;
  /** The walk is refused before its first call when it would need more; calls made again count. */
  readonly maxCalls: number;
  readonly kept: KeptAnswers;
  /**
   * Reads an answer for a trial. Only what can be read is kept, and counts as answered.
   * @throws UserError when it is no list of events
   */
  readonly check: (answer: WalkedAnswer) => Promise<void>;
  readonly progress: (done: number, all: number) => void;
}

export interface WalkedAnswer {
  readonly name: string;
  /** `null` also where the service gave no string at all. */
  readonly text: string;
}

export interface Walk {
  readonly answers: readonly WalkedAnswer[];
  readonly calls: number;
}

/**
 * Asks another service one question after the other, politely, and keeps each answer as it comes.
 * @throws UserError when the service faults or can't be reached, answers what is no list of events, or too many calls
 * would be needed
 */
export async function walk(
  service: EventsPortType,
  questions: readonly Question[],
  { pace, maxCalls, kept, check, progress }: WalkOptions,
): Promise<Walk> {
  const answers = new Map<string, string>();
  for (const { name } of questions) {
    const text = kept.get(name);
    if (text !== undefined && (await isReadable({ name, text }, check))) answers.set(name, text);
  }
  const open = questions.filter(({ name }) => !answers.has(name));
  if (open.length > maxCalls) {
    throw new UserError(
      `${open.length} calls would be needed, more than --max-calls ${maxCalls} allows: ask for fewer months or allow more.`,
    );
  }
  const asker = new Asker(service, pace, maxCalls);
  for (const question of open) {
    progress(answers.size, questions.length);
    const { name } = question;
    const text = await asker.ask(question);
    await checkNew({ name, text }, check, kept);
    await kept.add(name, text);
    answers.set(name, text);
  }
  progress(questions.length, questions.length);
  return {
    answers: questions.map(({ name }) => ({ name, text: answers.get(name) ?? '' })),
    calls: asker.calls,
  };
}

/** What was kept for another format file may be none for this one. */
async function isReadable(answer: WalkedAnswer, check: WalkOptions['check']): Promise<boolean> {
  try {
    await check(answer);
    return true;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

async function checkNew(answer: WalkedAnswer, check: WalkOptions['check'], kept: KeptAnswers): Promise<void> {
  try {
    await check(answer);
  } catch (error) {
    if (!(error instanceof UserError) || kept.file === undefined) throw error;
    throw new UserError(
      `${error.message} ${kept.file} does not keep it: the same command asks for it again, and for none before it.`,
      { cause: error },
    );
  }
}
