import type { ServerResponse } from 'node:http';

/** The waits of one answer for its client to take more, which share their listeners. */
export class Taking {
  #done = (): void => {};
  readonly #listener = (): void => this.#done();

  constructor(private readonly response: ServerResponse) {
    response.on('drain', this.#listener);
    // A pipelined answer that had no turn yet hears of its end only there.
    response.req.socket.on('close', this.#listener);
  }

  /** Until the client has taken what was written, or is gone. */
  more(): Promise<void> {
    return new Promise((resolve) => {
      this.#done = resolve;
      if (this.response.req.socket.destroyed) resolve();
    });
  }

  /** To be called once: the connection may serve other requests. */
  end(): void {
    this.response.off('drain', this.#listener);
    this.response.req.socket.off('close', this.#listener);
  }
}
