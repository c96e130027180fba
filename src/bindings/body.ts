/** The bytes of a request's body, up to the service's limit, untouched (contract 10.1, 10.2). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import bodyParser from 'body-parser';

/** Resolves to `undefined` for a body that is longer than the limit. */
export type BodyReader = (request: IncomingMessage, response: ServerResponse) => Promise<Buffer | undefined>;

/** The client stopped sending in the middle of its request; there is nobody to answer. */
export class IncompleteBodyError extends Error {
  override readonly name = 'IncompleteBodyError';
}

/** @param limit bytes */
export function createBodyReader(limit: number): BodyReader {
  const parse = bodyParser.raw({ type: () => true, limit, inflate: false });
  return (request, response) =>
    new Promise((resolve, reject) => {
      // ASMX reads the body as it is (contract 10.2); body-parser would refuse one that says it is encoded.
      delete request.headers['content-encoding'];
      parse(request, response, (error?: { readonly type?: string }) => {
        if (error === undefined) {
          const { body } = request as IncomingMessage & { body?: unknown };
          resolve(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
        } else if (error.type === 'entity.too.large') {
          // What is still to come is not read: the connection can't carry another request.
          response.setHeader('Connection', 'close');
          resolve(undefined);
        } else {
          const incomplete = error.type === 'request.aborted' || error.type === 'request.size.invalid';
          reject(incomplete ? new IncompleteBodyError() : error);
        }
      });
    });
}
