/** Turns the headers and the body of a SOAP 1.1 or SOAP 1.2 request into a reply. */
import type { ServerResponse } from 'node:http';
import { SOAP_BINDING_NAME } from '../../contract/bindings';
import { faultOf, RequestRejected } from '../../contract/fault';
import { actionBase } from '../../contract/operations';
import { MEDIA_TYPE, type SoapVersion } from '../../contract/soap-version';
import { type BindingContext, performCall } from '../perform-call';
import { CACHE_CONTROL, isEmpty, type Reply, wrapResult } from '../reply';
import { createEnvelopes } from './envelopes';
import { type ParsedSoapRequest, type SoapCall, type SoapRequest, SoapRequestReader } from './request';
import { RequestTemplates } from './templates';

export function createSoapBinding(
  context: BindingContext,
): (request: SoapRequest, response: ServerResponse) => Promise<Reply> {
  const { config } = context;
  const templates = new RequestTemplates();
  const { serviceNamespace: namespace, strict } = config;
  const rules = { namespace, strict, actionBase: actionBase(namespace) };
  const envelopes = createEnvelopes(config);

  const errorReply = async (guess: SoapVersion, error: unknown): Promise<Reply> => {
    const fault = faultOf(error);
    // A version mismatch is always answered in SOAP 1.1 (contract 2.4).
    const version = fault.code === 'VersionMismatch' ? '1.1' : guess;
    const rejected = error instanceof RequestRejected ? error : undefined;
    // Only status 500 has a fault, because .NET clients read faults nowhere else (contract 2.3, 3.3).
    const status = rejected?.status ?? 500;
    return {
      status,
      contentType: CONTENT_TYPE[version],
      cacheControl: CACHE_CONTROL.error,
      body: status === 500 ? await envelopes.fault(version, fault) : '',
      rejected: rejected && { reason: rejected.reason, binding: SOAP_BINDING_NAME[version] },
    };
  };

  const answer = async ({ version, call }: SoapCall, response: ServerResponse): Promise<Reply> => {
    try {
      const result = await performCall(context, SOAP_BINDING_NAME[version], call, response);
      const kind = result === null ? 'null' : isEmpty(result) ? 'empty' : 'text';
      const { prefix, suffix } = await envelopes.envelope(version, call.operation, kind);
      return {
        status: 200,
        contentType: CONTENT_TYPE[version],
        cacheControl: CACHE_CONTROL.success,
        body: result === null || kind === 'empty' ? prefix : wrapResult(prefix, result, suffix),
      };
    } catch (error) {
      return errorReply(version, error);
    }
  };

  const answerNew = async (request: SoapRequest, response: ServerResponse): Promise<Reply> => {
    const reader = new SoapRequestReader(request, rules);
    let read: ParsedSoapRequest;
    try {
      read = reader.read();
    } catch (error) {
      if (error instanceof RequestRejected) return errorReply(reader.version, error);
      throw error;
    }
    templates.learn(request, read);
    return answer(read, response);
  };

  return async (request, response) => {
    const known = templates.find(request);
    return known === undefined ? answerNew(request, response) : answer(known, response);
  };
}

const CONTENT_TYPE: Readonly<Record<SoapVersion, string>> = {
  '1.1': `${MEDIA_TYPE['1.1']}; charset=utf-8`,
  '1.2': `${MEDIA_TYPE['1.2']}; charset=utf-8`,
};
