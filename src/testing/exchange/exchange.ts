/** One request from its first byte to its answer: what it came to, and what a rule made of it. */
import type { Request, Response } from 'express';
import type { BindingName } from '../../contract/bindings';
import type { Call } from '../../contract/operations';
import type { Candidate } from '../rules/match';
import type { Outcome } from '../types';
import { Answer } from './answer';
import { Body } from './body';

export class Exchange implements Candidate {
  readonly answer: Answer;
  readonly requestBody = new Body();
  readonly #started = performance.now();
  binding: BindingName | undefined;
  call: Call | undefined;
  /** What came of the call; `undefined` until then. */
  outcome: Outcome | undefined;
  /** The id of the rule that answers. */
  rule: string | undefined;

  /** @param told called once, when the client has what it is going to get */
  constructor(
    readonly request: Request,
    response: Response,
    told: (exchange: Exchange) => void,
  ) {
    this.answer = new Answer(response, () => told(this));
  }

  get milliseconds(): number {
    return performance.now() - this.#started;
  }

  get refused(): boolean {
    return this.outcome === 'refused';
  }

  get operation(): Candidate['operation'] {
    return this.call?.operation;
  }

  get args(): Candidate['args'] {
    return this.call?.args;
  }
}
