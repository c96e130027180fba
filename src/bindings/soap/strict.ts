/** `STRICT=true`: a fault where the WSDL is not kept and ASMX would have read on (docs/compatibility.md). */
import { RequestFault } from '../../contract/fault';
import { inserted, unableToReadRequest } from '../../contract/messages';
import type { Operation } from '../../contract/operations';
import type { XmlNode } from './xml/document';
import { isBlank } from './xml/errors';

/** Notes what was read of one request; each method throws a RequestFault that names the element. */
export class StrictCheck {
  readonly #operation: Operation;
  readonly #namespace: string;
  readonly #seen = new Set<string>();
  #wrappers = 0;

  constructor(operation: Operation, namespace: string) {
    this.#operation = operation;
    this.#namespace = namespace;
  }

  wrapper(): void {
    this.#wrappers++;
    if (this.#wrappers > 1) refuse(`The body holds the element '${this.#operation.name}' more than once.`);
  }

  unknownInBody(node: XmlNode): void {
    refuse(
      `The body must hold the element '${this.#operation.name}' of the namespace '${this.#namespace}', not ${named(node)}.`,
    );
  }

  unknownInWrapper(node: XmlNode): void {
    if (node.kind === 'text' && isBlank(node.value)) return;
    if (node.kind === 'start' && node.namespace === this.#namespace && this.#seen.has(node.local)) {
      refuse(`The element '${node.local}' occurs more than once.`);
    }
    const allowed = this.#operation.parameters.map(({ name }) => `'${name}'`).join(' and ');
    refuse(
      `'${this.#operation.name}' takes the elements ${allowed} of the namespace '${this.#namespace}', not ${named(node)}.`,
    );
  }

  parameter(name: string): void {
    this.#seen.add(name);
  }

  end(): void {
    if (this.#wrappers === 0) {
      refuse(
        `The body must hold the element '${this.#operation.name}' of the namespace '${this.#namespace}'.`,
      );
    }
    const missing = this.#operation.parameters.find(({ name }) => !this.#seen.has(name));
    if (missing !== undefined) refuse(`The element '${missing.name}' is missing.`);
  }
}

function named(node: XmlNode): string {
  return node.kind === 'start'
    ? `'${inserted(node.local)}' of the namespace '${inserted(node.namespace)}'`
    : 'text';
}

function refuse(message: string): never {
  const chain = [unableToReadRequest, { type: 'System.InvalidOperationException', message }];
  throw new RequestFault('Client', chain, { reason: 'strict' });
}
