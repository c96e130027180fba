/** A method name and its pairs to a typed call (contract 1.7, 5.3, 5.4). */
import { RequestFault } from '../../contract/fault';
import {
  contentTypeNotForm,
  inserted,
  methodNameCase,
  methodNameNotValid,
  missingParameter,
} from '../../contract/messages';
import { type Call, OPERATIONS, type Operation, toCall, type XsdValue } from '../../contract/operations';
import type { ValueCollection } from '../../contract/value-collection';
import { readMediaType } from '../media-type';
import { plainValue } from '../plain-values';
import { ScalarError } from '../scalars';
import { readFormScalar } from './scalars';

/** @throws RequestFault when no operation has exactly this name */
export function findOperation(name: string): Operation {
  const operation = OPERATIONS.find((one) => one.name === name);
  if (operation !== undefined) return operation;
  const otherCase = OPERATIONS.find((one) => one.name.toLowerCase() === name.toLowerCase());
  const message = otherCase === undefined ? methodNameNotValid(name) : methodNameCase(name, otherCase.name);
  throw new RequestFault('Client', [message], { reason: 'method-name' });
}

/** Of each operation the pairs as nearly all clients write them: its parameters in their order, in plain values. */
const USUAL = new Map(
  OPERATIONS.map((operation) => [
    operation,
    new RegExp(`^${operation.parameters.map(({ name }) => `${name}=([-a-z0-9]{1,20})`).join('&')}$`),
  ]),
);

/**
 * The call of such pairs, with nothing in them to be decoded, checked for markup or refused when strict; `undefined`
 * where they have to be read.
 * @param raw one byte a character
 */
export function readUsualCall(
  operation: Operation,
  raw: string,
  contentType: string | undefined,
): Call | undefined {
  const { charset } = readMediaType(contentType);
  // In some charsets other bytes are digits.
  if (charset !== undefined && !/^utf-8$/i.test(charset)) return undefined;
  const [, ...texts] = USUAL.get(operation)?.exec(raw) ?? [];
  if (texts.length < operation.parameters.length) return undefined;
  const args: Record<string, XsdValue> = {};
  for (const [index, { name, type }] of operation.parameters.entries()) {
    const value = plainValue(type, texts[index] ?? '');
    if (value === undefined) return undefined;
    args[name] = value;
  }
  return toCall(operation, args);
}

/** @throws RequestFault unless the Content-Type is a form's, its base compared untrimmed (contract 1.8) */
export function checkFormContentType(contentType: string | undefined): void {
  if (readMediaType(contentType).base !== 'application/x-www-form-urlencoded') {
    throw new RequestFault('Client', [contentTypeNotForm(contentType ?? '')], { reason: 'content-type' });
  }
}

/**
 * Parameters in declaration order, the first failure counts.
 * @param strict refuses pairs that are no parameter, too
 * @throws RequestFault
 */
export function readCall(operation: Operation, pairs: ValueCollection, strict: boolean): Call {
  const args: Record<string, XsdValue> = {};
  for (const { name, type } of operation.parameters) {
    const text = pairs.get(name);
    if (text === undefined)
      throw new RequestFault('Client', [missingParameter(name)], { reason: 'parameter' });
    try {
      args[name] = readFormScalar(type, text);
    } catch (error) {
      throw error instanceof ScalarError
        ? new RequestFault('Client', error.chain, { reason: 'parameter' })
        : error;
    }
  }
  if (strict) refuseUnknown(operation, pairs);
  return toCall(operation, args);
}

function refuseUnknown(operation: Operation, pairs: ValueCollection): void {
  const known = new Set(operation.parameters.map(({ name }) => name.toLowerCase()));
  const unknown = pairs.entries.find(({ name }) => !known.has(name?.toLowerCase() ?? ''));
  if (unknown === undefined) return;
  const allowed = operation.parameters.map(({ name }) => `'${name}'`).join(' and ');
  const message = `'${operation.name}' takes the parameters ${allowed}, not '${inserted(unknown.name ?? '')}'.`;
  throw new RequestFault('Client', [{ type: 'System.InvalidOperationException', message }], {
    reason: 'strict',
  });
}
