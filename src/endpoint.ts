/**
 * Everything at the service's own path: the four bindings, discovery and the help page, in ASMX's order (contract 1).
 */
import type { Request, RequestHandler, Response } from 'express';
import { createBodyReader, parseShort } from './bindings/body';
import { allowOrigins } from './bindings/cors';
import { dispatch } from './bindings/dispatch';
import { errorPageReply } from './bindings/error-page';
import { createHttpBinding } from './bindings/http/binding';
import { errorReply } from './bindings/http/reply';
import { LongWork } from './bindings/long-work';
import type { AroundCall } from './bindings/observe-call';
import { CACHE_CONTROL, type Reply } from './bindings/reply';
import { createSoapBinding } from './bindings/soap/binding';
import { readTarget, type Target } from './bindings/target';
import type { Config } from './config';
import { ENDPOINT } from './contract/endpoint';
import { RequestFault } from './contract/fault';
import { descriptionNotFound, schemaNotFound } from './contract/messages';
import type { EventsPortType } from './contract/operations';
import { parseValues } from './contract/value-collection';
import { type AddressOf, endpointOf, type OutsideAddress } from './discovery/address';
import { renderDisco } from './discovery/disco';
import { selectDocument } from './discovery/documents';
import { type Description, renderWsdl, TEMPLATE_ROOT } from './discovery/wsdl';
import { BoundedMap, bytesOfText } from './memory/bounded-map';
import type { Observe } from './ops/observations';
import { renderHelp } from './pages/help';
import { PAGE_HEADERS } from './pages/layout';
import type { ProposedValues } from './pages/proposal';
import { callerOf, type Send } from './send';
import type { BytesInFlight } from './sockets/bytes-in-flight';

/** Of WSDLs by the addresses that they name. */
const WSDL_BYTES = 524_288;

export interface EndpointOptions {
  readonly service: EventsPortType;
  readonly config: Config;
  readonly observe: Observe;
  readonly bytes: BytesInFlight;
  readonly addressOf: AddressOf;
  readonly propose: () => Promise<ProposedValues>;
  readonly send: Send;
  readonly around?: AroundCall | undefined;
}

/** A request handler for the service's path; every other path is left to what follows. */
export function createEndpoint({
  service,
  config,
  observe,
  bytes,
  addressOf,
  propose,
  send,
  around,
}: EndpointOptions): RequestHandler {
  const { serviceNamespace: namespace, strict, errorDetail } = config;
  const wsdl = renderWsdl({ namespace, endpoint: TEMPLATE_ROOT + ENDPOINT });
  const longWork = new LongWork();
  const binding = { service, namespace, strict, errorDetail, observe, longWork, around };
  const soap = createSoapBinding({ ...binding, wsdl, limits: config, shapeBytes: config.shapeBytes });
  const http = createHttpBinding(binding);
  const replyWithDocument = documentReplies(config, propose);
  const cors = allowOrigins(config.corsOrigins);
  const patienceMs = config.queryTimeoutMs;
  const readEnvelope = createBodyReader({ maxBytes: config.maxRequestBytes, patienceMs }, bytes);
  const readForm = createBodyReader(
    { maxBytes: config.maxFormBytes, patienceMs, readShort: parseShort() },
    bytes,
  );

  const answer = (request: Request, response: Response, target: Target): Reply | Promise<Reply> => {
    // Whatever is asked for: a host that can't be one is refused, not only where a document would name it.
    const address = addressOf(request);
    const { 'content-type': contentType, soapaction } = request.headers;
    const route = dispatch(request.method, target, contentType);
    switch (route.kind) {
      case 'error-page':
        return errorPageReply(route, errorDetail);
      case 'document':
        return replyWithDocument(address, target);
      case 'get':
        return http.get(route.name, target.query, contentType, callerOf(request, response));
      case 'post':
        return readForm(request, response).then((body) =>
          http.post(route.name, body, contentType, callerOf(request, response)),
        );
      case 'soap': {
        const soapAction = typeof soapaction === 'string' ? soapaction : undefined;
        return readEnvelope(request, response).then((body) =>
          soap({ contentType, soapAction, body, caller: callerOf(request, response) }),
        );
      }
    }
  };

  return (request, response, next) => {
    const target = readTarget(request.url);
    if (target === undefined) return next();
    if (cors(request, response) === 'answered') return undefined;
    const reply = answer(request, response, target);
    return reply instanceof Promise
      ? reply.then((one) => send(request, response, one))
      : send(request, response, reply);
  };
}

/** WSDL, DISCO or the help page, with the address by which the client came (contract 1.5, 6.5). */
function documentReplies(config: Config, propose: () => Promise<ProposedValues>) {
  const wsdls = new BoundedMap<string, Buffer>(WSDL_BYTES);
  const wsdlAt = (description: Description): Buffer => {
    const known = wsdls.get(description.endpoint);
    if (known !== undefined) return known;
    const wsdl = Buffer.from(renderWsdl(description));
    wsdls.set(description.endpoint, wsdl, bytesOfText(description.endpoint) + wsdl.length);
    return wsdl;
  };
  return (address: OutsideAddress, target: Target): Promise<Reply> =>
    documentReply({
      ...{ config, propose, wsdlAt, target },
      description: { namespace: config.serviceNamespace, endpoint: endpointOf(address, target.path) },
    });
}

interface Asked {
  readonly config: Config;
  readonly propose: () => Promise<ProposedValues>;
  readonly wsdlAt: (description: Description) => Buffer;
  readonly target: Target;
  readonly description: Description;
}

async function documentReply({ config, propose, wsdlAt, target, description }: Asked): Promise<Reply> {
  const pairs = parseValues(target.query);
  switch (selectDocument(pairs)) {
    case 'wsdl':
      return document('text/xml', wsdlAt(description));
    case 'disco':
      return document('text/xml', renderDisco(description));
    case 'wsdl-not-found':
      return errorReply(
        new RequestFault('Client', [descriptionNotFound], { reason: 'document' }),
        config.errorDetail,
      );
    case 'schema-not-found':
      return errorReply(
        new RequestFault('Client', [schemaNotFound], { reason: 'document' }),
        config.errorDetail,
      );
    case 'help':
      return {
        ...document(
          'text/html',
          await renderHelp({ endpoint: description.endpoint, op: pairs.get('op'), config, propose }),
        ),
        headers: PAGE_HEADERS,
      };
  }
}

function document(mediaType: string, body: string | Buffer): Reply {
  return {
    status: 200,
    contentType: `${mediaType}; charset=utf-8`,
    cacheControl: CACHE_CONTROL.success,
    body,
  };
}
