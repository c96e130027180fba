import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceUnavailableError, SoapException } from '../contract/errors';
import type { EventsPortType } from '../contract/operations';
import { UserError } from '../errors';
import type { KeptAnswers } from './kept-answers';
import type { Question } from './questions';

export interface WalkOptions {
  /** Calls a second at the most; one is under way at a time. */
  readonly rate: number;
  /** The walk is refused before its first call when it would need more. */
  readonly maxCalls: number;
  readonly kept: KeptAnswers;
  readonly progress: (done: number, all: number) => void;
}

export interface WalkedAnswer {
  readonly name: string;
  /** Empty where the service answered nothing at all. */
  readonly text: string;
}

export interface Walk {
  readonly answers: readonly WalkedAnswer[];
  readonly calls: number;
}

/**
 * Asks another service one question after the other, politely, and keeps each answer as it comes.
 * @throws UserError when the service faults or can't be reached, or too many calls would be needed
 */
export async function walk(
  service: EventsPortType,
  questions: readonly Question[],
  { rate, maxCalls, kept, progress }: WalkOptions,
): Promise<Walk> {
  const open = questions.filter(({ name }) => kept.get(name) === undefined);
  if (open.length > maxCalls) {
    throw new UserError(
      `${open.length} calls would be needed, more than --max-calls ${maxCalls} allows: ask for fewer months or allow more.`,
    );
  }
  for (const [index, question] of open.entries()) {
    progress(questions.length - open.length + index, questions.length);
    if (index > 0) await sleep(1000 / rate);
    await kept.add(question.name, await ask(service, question));
  }
  progress(questions.length, questions.length);
  const answers = questions.map(({ name }) => ({ name, text: kept.get(name) ?? '' }));
  return { answers, calls: open.length };
}

async function ask(service: EventsPortType, question: Question): Promise<string> {
  try {
    return (await question.ask(service)) ?? '';
  } catch (error) {
    if (error instanceof SoapException) {
      throw new UserError(`${question.name} was answered with a fault: ${error.message}`, { cause: error });
    }
    if (error instanceof ServiceUnavailableError) {
      const reason = error.cause instanceof Error ? error.cause.message : error.message;
      throw new UserError(`${question.name} was not answered: ${reason.replace(/\.$/, '')}.`, {
        cause: error,
      });
    }
    throw error;
  }
}
