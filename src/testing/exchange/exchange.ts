/** One request from its first byte to its answer: what it came to, and what a rule made of it. */
import type { Request, Response } from 'express';
import type { BindingName } from '../../contract/bindings';
import type { Call } from '../../contract/operations';
import type { Candidate } from '../rules/match';
import type { Outcome } from '../types';
import { Answer } from './answer';
import { Body } from './body';

export class Exchange {
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
    // Not a listener: that would make the body flow before its reader is there.
    const emit = request.emit.bind(request);
    request.emit = (event: string | symbol, ...args: unknown[]) => {
      if (event === 'data' && Buffer.isBuffer(args[0])) this.requestBody.add(args[0]);
      return emit(event, ...args);
    };
  }

  get milliseconds(): number {
    return performance.now() - this.#started;
  }

  get candidate(): Candidate {
    const { binding, call, outcome } = this;
    return { refused: outcome === 'refused', binding, operation: call?.operation, args: call?.args };
  }
}
