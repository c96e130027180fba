/** The HTTP GET and HTTP POST bindings: a method name and its pairs to a reply (contract 5). */
import { ServiceBusyError } from '../../contract/errors';
import { bareChain, RequestFault } from '../../contract/fault';
import { requestTooLong } from '../../contract/messages';
import type { Call } from '../../contract/operations';
import { atOnce } from '../../work/at-once';
import type { Body } from '../body';
import type { Caller } from '../caller';
import { LONG_REQUEST } from '../long-work';
import { observeCall } from '../observe-call';
import type { BindingOptions } from '../options';
import type { Reply } from '../reply';
import { checkFormContentType, findOperation, readCall, readUsualCall } from './call';
import { readPairs, readPairsInSteps } from './pairs';
import { errorReply, stringElement, stringReply } from './reply';

export interface HttpBinding {
  /** @param query the raw query string, one byte a character */
  get(name: string, query: string, contentType: string | undefined, caller?: Caller): Promise<Reply>;
  post(name: string, body: Body, contentType: string | undefined, caller?: Caller): Promise<Reply>;
}

export function createHttpBinding(options: BindingOptions): HttpBinding {
  const { service, namespace, strict, errorDetail, observe, longWork, around } = options;
  const element = stringElement(namespace);

  const answer = async (
    binding: 'httpget' | 'httppost',
    caller: Caller | undefined,
    read: () => Call | Promise<Call>,
  ): Promise<Reply> => {
    try {
      const reading = read();
      const call = reading instanceof Promise ? await reading : reading;
      const result = await observeCall({ service, observe, binding, caller, around }, call);
      return stringReply(result, element);
    } catch (error) {
      return errorReply(error, errorDetail, binding);
    }
  };

  return {
    get: (name, query, contentType, caller) =>
      answer('httpget', caller, () => {
        const operation = findOperation(name);
        return (
          readUsualCall(operation, query, contentType) ??
          readCall(operation, readPairs(query, 'QueryString', contentType), strict)
        );
      }),
    post: (name, body, contentType, caller) =>
      answer('httppost', caller, async () => {
        const operation = findOperation(name);
        checkFormContentType(contentType);
        if (body instanceof ServiceBusyError)
          throw new RequestFault('Server', bareChain(body), { reason: 'busy' });
        if (body === undefined) throw new RequestFault('Client', [requestTooLong], { reason: 'body-length' });
        const usual =
          body.length < LONG_REQUEST && readUsualCall(operation, body.toString('latin1'), contentType);
        if (usual) return usual;
        const steps = readPairsInSteps(body, 'Form', contentType);
        const pairs = body.length < LONG_REQUEST ? atOnce(steps) : await longWork.run(steps);
        return readCall(operation, pairs, strict);
      }),
  };
}
