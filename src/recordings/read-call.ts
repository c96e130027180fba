import { dispatch, readTarget } from '../bindings/dispatch';
import { checkFormContentType, findOperation, readCall, readPairs } from '../bindings/http/binding';
import { SoapRequestReader } from '../bindings/soap/request';
import type { BindingName } from '../contract/bindings';
import { SOAP_BINDING_NAME } from '../contract/bindings';
import { RequestRejected } from '../contract/fault';
import { actionBase, type Call } from '../contract/operations';

export interface RawRequest {
  readonly method: string;
  /** As it stands in the request line. */
  readonly url: string;
  readonly contentType: string | undefined;
  readonly soapAction: string | undefined;
  readonly body: Buffer;
}

/** A call, and the binding by which it came. */
export interface BoundCall {
  readonly binding: BindingName;
  readonly call: Call;
}

/** The call that a request of any binding means, as the service itself would read it; `undefined` where it is none. */
export function readAnyCall(request: RawRequest, namespace: string): BoundCall | undefined {
  const target = readTarget(request.url);
  if (target === undefined) return undefined;
  const { contentType, soapAction, body } = request;
  const route = dispatch(request.method, target, contentType);
  try {
    switch (route.kind) {
      case 'soap': {
        const rules = { namespace, strict: false, actionBase: actionBase(namespace) };
        const { version, call } = new SoapRequestReader({ contentType, soapAction, body }, rules).read();
        return { binding: SOAP_BINDING_NAME[version], call };
      }
      case 'get': {
        const pairs = readPairs(target.query, 'QueryString', contentType);
        return { binding: 'httpget', call: readCall(findOperation(route.name), pairs, false) };
      }
      case 'post': {
        checkFormContentType(contentType);
        const pairs = readPairs(body, 'Form', contentType);
        return { binding: 'httppost', call: readCall(findOperation(route.name), pairs, false) };
      }
      default:
        return undefined;
    }
  } catch (error) {
    if (error instanceof RequestRejected) return undefined;
    throw error;
  }
}
