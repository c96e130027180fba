/** The HTTP GET and HTTP POST bindings: a method name and its pairs to a reply (contract 5). */
import { RequestFault } from '../../contract/fault';
import { requestTooLong } from '../../contract/messages';
import { type Call, type EventsPortType, invoke } from '../../contract/operations';
import type { Observe } from '../../ops/observations';
import { observed } from '../observed';
import type { Reply } from '../reply';
import { checkFormContentType, findOperation, readCall } from './call';
import { readPairs } from './pairs';
import { errorReply, stringReply } from './reply';

export interface HttpBindingOptions {
  readonly service: EventsPortType;
  readonly namespace: string;
  readonly strict: boolean;
  readonly errorDetail: 'short' | 'long';
  readonly observe: Observe;
}

export interface HttpBinding {
  /** @param query the raw query string, one byte a character */
  get(name: string, query: string, contentType: string | undefined): Promise<Reply>;
  /** @param body `undefined`: longer than the service takes */
  post(name: string, body: Buffer | undefined, contentType: string | undefined): Promise<Reply>;
}

export function createHttpBinding(options: HttpBindingOptions): HttpBinding {
  const { service, namespace, strict, errorDetail, observe } = options;

  const answer = async (binding: 'httpget' | 'httppost', read: () => Call): Promise<Reply> => {
    try {
      const call = read();
      const result = await observed(observe, binding, call.operation, () => invoke(service, call));
      return stringReply(result, namespace);
    } catch (error) {
      return errorReply(error, errorDetail);
    }
  };

  return {
    get: (name, query, contentType) =>
      answer('httpget', () => {
        const operation = findOperation(name);
        return readCall(operation, readPairs(query, 'QueryString', contentType), strict);
      }),
    post: (name, body, contentType) =>
      answer('httppost', () => {
        const operation = findOperation(name);
        checkFormContentType(contentType);
        if (body === undefined) throw new RequestFault('Client', [requestTooLong]);
        return readCall(operation, readPairs(body, 'Form', contentType), strict);
      }),
  };
}
