/**
 * Serves the service's own path: the four bindings, discovery and the help page. Checks are in the order of ASMX
 * (contract 1).
 */
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { createBodyReader } from '../bindings/body';
import { dispatch, readTarget, type Target } from '../bindings/dispatch';
import { errorPageReply } from '../bindings/error-page';
import { createHttpBinding, errorReply } from '../bindings/http/binding';
import type { BindingContext } from '../bindings/perform-call';
import { CACHE_CONTROL, type Reply, type Send } from '../bindings/reply';
import { resultEncoder } from '../bindings/result-encoder';
import { createSoapBinding } from '../bindings/soap/binding';
import { renderDisco, renderWsdl, selectDocument } from '../bindings/wsdl';
import type { Config } from '../config';
import { clientFault, RequestRejected } from '../contract/fault';
import { descriptionNotFound, schemaNotFound } from '../contract/messages';
import { parseValues } from '../contract/value-collection';
import { renderHelp } from '../pages/help';
import { PAGE_HEADERS } from '../pages/layout';
import type { ProposedValues } from '../pages/proposal';
import { allowOrigins } from '../server/cors';
import type { MemoryBudget } from '../server/memory-budget';
import { type AddressOf, endpointOf } from '../server/public-address';

/** WSDLs for this many addresses are cached. Each takes about 12 KB. */
const MAX_WSDLS = 32;

interface EndpointOptions extends Omit<BindingContext, 'config' | 'encode'> {
  readonly config: Config;
  readonly bytes: MemoryBudget;
  readonly addressOf: AddressOf;
  readonly propose: () => Promise<ProposedValues>;
  readonly send: Send;
}

/** Creates the request handler for the service's path. It calls `next` for every other path. */
export function createEndpoint(options: EndpointOptions): RequestHandler {
  const { config, bytes, addressOf, propose, send } = options;
  const context = { ...options, encode: resultEncoder(bytes) };
  const soap = createSoapBinding(context);
  const http = createHttpBinding(context);
  const documentReply = documentReplies(config, propose);
  const cors = allowOrigins(config.corsOrigins);
  const readBody = createBodyReader(config, bytes);

  const answer = async (request: Request, response: Response, target: Target): Promise<Reply> => {
    // An invalid host is rejected for every request, although only documents contain the host.
    const root = addressOf(request);
    const { 'content-type': contentType, soapaction } = request.headers;
    const route = dispatch(request.method, target, contentType);
    switch (route.kind) {
      case 'rejected':
        return errorPageReply(route.rejection, config.errorDetail);
      case 'document':
        return documentReply(root, target);
      case 'httpget':
        return http({ binding: 'httpget', name: route.name, contentType, query: target.query }, response);
      case 'httppost': {
        const body = await readBody(request, response);
        return http({ binding: 'httppost', name: route.name, contentType, body }, response);
      }
      case 'soap': {
        const soapAction = typeof soapaction === 'string' ? soapaction : undefined;
        return soap({ contentType, soapAction, body: await readBody(request, response) }, response);
      }
    }
  };

  return async (request, response, next) => {
    const target = readTarget(request.url);
    if (target === undefined) next();
    else if (cors(request, response) === 'goes on')
      await send(request, response, await answer(request, response, target));
  };
}

/** Makes the WSDL, DISCO and help page for the address that the client used (contract 1.5, 6.5). */
function documentReplies(config: Config, propose: () => Promise<ProposedValues>) {
  const { serviceNamespace: namespace, errorDetail } = config;
  // WSDLs are cached by address, because writing a WSDL takes a fifth of the time of a request for it.
  const wsdls = new LRUCache<string, Buffer>({
    max: MAX_WSDLS,
    memoMethod: (endpoint) => Buffer.from(renderWsdl({ namespace, endpoint })),
  });
  return async (root: string, target: Target): Promise<Reply> => {
    const endpoint = endpointOf(root, target.path);
    const pairs = parseValues(target.query);
    switch (selectDocument(pairs)) {
      case 'wsdl':
        return document('text/xml', wsdls.memo(endpoint));
      case 'disco':
        return document('text/xml', renderDisco({ namespace, endpoint }));
      case 'wsdl-not-found':
        return errorReply(new RequestRejected('document', clientFault(descriptionNotFound)), errorDetail);
      case 'schema-not-found':
        return errorReply(new RequestRejected('document', clientFault(schemaNotFound)), errorDetail);
      case 'help': {
        const page = await renderHelp({ endpoint, op: pairs.get('op'), config, propose });
        return { ...document('text/html', page), headers: PAGE_HEADERS };
      }
    }
  };
}

function document(mediaType: string, body: string | Buffer): Reply {
  return {
    status: 200,
    contentType: `${mediaType}; charset=utf-8`,
    cacheControl: CACHE_CONTROL.success,
    body,
  };
}
