import { ServiceUnavailableError, SoapException } from '../contract/errors';
import type { EventsPortType } from '../contract/operations';
import { networkFailure, UserError } from '../errors';
import type { Pace } from './pace';
import type { Question } from './questions';
import { isPassing } from './upstream';

/** How often a call is made again that met a trouble which passes. */
const TIMES_AGAIN = 2;
/** How many calls could have been made in the pause before. */
const PAUSE = 10;

/** Asks another service, one call after the other. */
export class Asker {
  /** All that were made, those in vain too. */
  calls = 0;

  /** @param pace between two calls */
  constructor(
    private readonly service: EventsPortType,
    private readonly pace: Pace,
    private readonly maxCalls: number,
  ) {}

  /** @throws UserError when the service faults or doesn't answer */
  async ask(question: Question): Promise<string> {
    for (let before = 0; ; before++) {
      await this.pace();
      this.calls += 1;
      try {
        // A null string has no element on the wire (contract 4.1); in JSON it has a word.
        return (await question.ask(this.service)) ?? 'null';
      } catch (error) {
        const passes = error instanceof ServiceUnavailableError && isPassing(error);
        if (!passes || before === TIMES_AGAIN || this.calls >= this.maxCalls)
          throw refusal(question, error, before + 1);
      }
      for (let turn = 1; turn < PAUSE; turn++) await this.pace();
    }
  }
}

/** @param times how often the question was asked */
function refusal({ name }: Question, error: unknown, times: number): unknown {
  if (error instanceof SoapException)
    return new UserError(`${name} was answered with a fault: ${error.message}`, { cause: error });
  if (!(error instanceof ServiceUnavailableError)) return error;
  const reason = networkFailure(error.cause);
  const asked = times === 1 ? '' : `, though asked ${times} times`;
  return new UserError(`${name} was not answered${asked}: ${reason}.`, { cause: error });
}
