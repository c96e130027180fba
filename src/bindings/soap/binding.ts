/** The SOAP 1.1 and 1.2 bindings: a request's headers and body to a reply. */
import { SOAP_BINDING_NAME } from '../../contract/bindings';
import { actionBase } from '../../contract/operations';
import { LONG_REQUEST } from '../long-work';
import { observeCall } from '../observe-call';
import type { BindingOptions } from '../options';
import type { Reply } from '../reply';
import { createSoapEngine } from './engine';
import { Refusal } from './refusal';
import { answerReply, refusalReply } from './reply';
import { openDocument, readSoapRequest, type SoapRequest } from './request';
import { Shapes } from './shapes';
import type { XmlLimits } from './xml/document';

export interface SoapBindingOptions extends BindingOptions {
  /** The document that describes the service, its namespace put in. */
  readonly wsdl: string;
  readonly limits: XmlLimits;
  /** What the remembered shapes of requests may take in memory. */
  readonly shapeBytes: number;
}

export function createSoapBinding(options: SoapBindingOptions): (request: SoapRequest) => Promise<Reply> {
  const { service, wsdl, namespace, strict, errorDetail, observe, longWork, limits, shapeBytes, around } =
    options;
  const shapes = shapeBytes === 0 ? undefined : new Shapes(shapeBytes);
  const rules = { ...limits, namespace, strict, actionBase: actionBase(namespace) };
  const engine = createSoapEngine({
    wsdl,
    errorDetail,
    perform: (version, call, caller) =>
      observeCall({ service, observe, binding: SOAP_BINDING_NAME[version], caller, around }, call),
  });

  return async (request) => {
    const known = shapes?.find(request);
    if (known !== undefined)
      return answerReply(known.version, await engine.callAgain(known.version, known.call, request.caller));

    const document = openDocument(request, rules);
    if (document !== undefined && Buffer.isBuffer(request.body) && request.body.length >= LONG_REQUEST)
      await longWork.run(document.parse());
    const read = readSoapRequest(request, rules, document);
    if (read instanceof Refusal) return refusalReply(engine, read, errorDetail);
    const answer = await engine.call(read.version, read.call, request.caller);
    if (!answer.isFault) shapes?.learn(request, read);
    return answerReply(read.version, answer);
  };
}
