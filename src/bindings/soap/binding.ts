/** The SOAP 1.1 and 1.2 bindings: a request's headers and body to a reply. */
import { SOAP_BINDING_NAME } from '../../contract/bindings';
import { actionBase } from '../../contract/operations';
import { observeCall } from '../observe-call';
import type { BindingOptions } from '../options';
import type { Reply } from '../reply';
import { LONG_REQUEST } from '../turns';
import { createSoapEngine } from './engine';
import { Refusal } from './refusal';
import { answerReply, refusalReply } from './reply';
import { openDocument, readSoapRequest, type SoapRequest } from './request';

export interface SoapBindingOptions extends BindingOptions {
  /** The document that describes the service, its namespace put in. */
  readonly wsdl: string;
}

export function createSoapBinding(options: SoapBindingOptions): (request: SoapRequest) => Promise<Reply> {
  const { service, wsdl, namespace, strict, errorDetail, observe, turns } = options;
  const rules = { namespace, strict, actionBase: actionBase(namespace) };
  const engine = createSoapEngine({
    wsdl,
    errorDetail,
    perform: (version, call, caller) =>
      observeCall({ service, observe, binding: SOAP_BINDING_NAME[version], caller }, call),
  });

  return async (request) => {
    const document = openDocument(request);
    if (document !== undefined && Buffer.isBuffer(request.body) && request.body.length >= LONG_REQUEST)
      await turns.run(document.parse());
    const read = readSoapRequest(request, rules, document);
    if (read instanceof Refusal) return refusalReply(engine, read, errorDetail);
    return answerReply(read.version, await engine.call(read.version, read.call, request.caller));
  };
}
