/** The SOAP 1.1 and 1.2 bindings: a request's headers and body to a reply. */
import { faultOf } from '../../contract/fault';
import { actionBase, type EventsPortType } from '../../contract/operations';
import type { Observe } from '../../ops/observations';
import { observeCall } from '../observe-call';
import type { Reply } from '../reply';
import { LONG_REQUEST, type Turns } from '../turns';
import { createSoapEngine } from './engine';
import { Refusal } from './refusal';
import { callReply, emptyReply, faultReply } from './reply';
import { openDocument, readSoapRequest, type SoapRequest } from './request';

export interface SoapBindingOptions {
  readonly service: EventsPortType;
  /** The document that describes the service, its namespace put in. */
  readonly wsdl: string;
  readonly namespace: string;
  readonly strict: boolean;
  readonly errorDetail: 'short' | 'long';
  readonly observe: Observe;
  /** Where long requests are read. */
  readonly turns: Turns;
}

export function createSoapBinding({
  service,
  wsdl,
  namespace,
  strict,
  errorDetail,
  observe,
  turns,
}: SoapBindingOptions): (request: SoapRequest) => Promise<Reply> {
  const engine = createSoapEngine(wsdl, service);
  const rules = { namespace, strict, actionBase: actionBase(namespace) };

  const call = async (request: SoapRequest): Promise<Reply> => {
    const document = openDocument(request);
    if (document !== undefined && Number(request.body?.length) >= LONG_REQUEST)
      await turns.run(document.parse());
    const { version, call } = readSoapRequest(request, rules, document);
    const binding = version === '1.1' ? 'soap11' : 'soap12';
    try {
      return callReply(
        version,
        await observeCall(observe, binding, call.operation, () => engine.call(version, call)),
      );
    } catch (error) {
      throw new Refusal(version, faultOf(error));
    }
  };

  return async (request) => {
    try {
      return await call(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { version, answer } = error;
      return typeof answer === 'number'
        ? emptyReply(version, answer)
        : await faultReply(engine, version, answer, errorDetail);
    }
  };
}
