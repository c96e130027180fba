/**
 * Checks a request against the WSDL. With `STRICT=true` a request that breaks the WSDL is answered with a fault, even
 * if ASMX would accept this request (docs/compatibility.md).
 */
import { clientFault, RequestRejected } from '../../contract/fault';
import { truncate, unableToReadRequest } from '../../contract/messages';
import type { Operation } from '../../contract/operations';
import type { XmlNode } from './xml/reader';

/**
 * Checks what was read of one request. A method throws a RequestRejected that names the wrong element, if the WSDL does
 * not allow what was read.
 */
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
    if (this.#wrappers > 1) reject(`The body contains the element '${this.#operation.name}' more than once.`);
  }

  unknownInBody(node: XmlNode): void {
    reject(
      `The body must contain the element '${this.#operation.name}' of the namespace '${this.#namespace}', not ${named(node)}.`,
    );
  }

  unknownInWrapper(node: XmlNode): void {
    if (node.kind === 'start' && node.namespace === this.#namespace && this.#seen.has(node.local))
      reject(`The element '${node.local}' occurs more than once.`);
    const allowed = this.#operation.parameters.map(({ name }) => `'${name}'`).join(' and ');
    reject(
      `'${this.#operation.name}' takes the elements ${allowed} of the namespace '${this.#namespace}', not ${named(node)}.`,
    );
  }

  parameter(name: string): void {
    this.#seen.add(name);
  }

  end(): void {
    if (this.#wrappers === 0) {
      reject(
        `The body must contain the element '${this.#operation.name}' of the namespace '${this.#namespace}'.`,
      );
    }
    const missing = this.#operation.parameters.find(({ name }) => !this.#seen.has(name));
    if (missing !== undefined) reject(`The element '${missing.name}' is missing.`);
  }
}

function named(node: XmlNode): string {
  return node.kind === 'start'
    ? `'${truncate(node.local)}' of the namespace '${truncate(node.namespace)}'`
    : 'text';
}

function reject(message: string): never {
  const fault = clientFault(unableToReadRequest, { type: 'System.InvalidOperationException', message });
  throw new RequestRejected('strict', fault);
}
