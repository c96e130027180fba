import { BINDINGS, type BindingName } from '../contract/bindings';
import { type Call, OPERATIONS, toCall, type XsdValue } from '../contract/operations';
import { parseXml } from '../formats/xml-tree';
import { isObject, parseJson } from '../lib/json';

export type RecordedAnswer =
  /** The result is `null` if the answer has no element for it, or an element that is nil. */
  { readonly result: string | null } | { readonly fault: RecordedFault };

export interface RecordedFault {
  /** HTTP GET and POST send no code. Their faults have `Server`. */
  readonly code: 'Client' | 'Server';
  readonly text: string;
  readonly actor: string | undefined;
  /** The detail is well-formed XML. GET and POST have none. */
  readonly detail: string | undefined;
}

export interface Recording {
  readonly call: Call;
  /** The answer came over these bindings. There is at least one, and they are in the order of the WSDL. */
  readonly bindings: readonly BindingName[];
  readonly answer: RecordedAnswer;
}

/** Writes a call in readable form: `SelectEvent(intEventID=7, bolAsJSON=true)`. */
export function callText(call: Call): string {
  const args = Object.entries(call.args).map(([name, value]) => `${name}=${value}`);
  return `${call.operation}(${args.join(', ')})`;
}

/** Returns a key that is the same for all requests with the same call. The call's file has this name, too. */
export function callKey(call: Call): string {
  return [call.operation, ...Object.values(call.args)].join('_');
}

/** Returns bindings in the order of the WSDL, each once. */
export function sortBindings(names: readonly unknown[]): BindingName[] {
  return BINDINGS.map(({ name }) => name).filter((name) => names.includes(name));
}

/** Returns the text of a recording's file. 64-bit values are strings, because JSON readers would round numbers. */
export function writeRecording({ call, bindings, answer }: Recording): string {
  const args = Object.fromEntries(
    Object.entries(call.args).map(([name, value]: [string, XsdValue]) => [
      name,
      typeof value === 'bigint' ? String(value) : value,
    ]),
  );
  return `${JSON.stringify({ operation: call.operation, arguments: args, bindings, ...answer }, null, 2)}\n`;
}

/** Reads the text of a recording's file. @returns `undefined` if it is not a recorded call with its answer */
export function readRecording(text: string): Recording | undefined {
  const written = parseJson(text);
  if (!isObject(written) || !isObject(written.arguments)) return undefined;
  const operation = OPERATIONS.find(({ name }) => name === written.operation);
  const answer = answerOf(written);
  // Files that were written by hand or by an earlier version may lack the bindings.
  const { bindings: named = ['soap11'] } = written;
  const bindings = Array.isArray(named) ? sortBindings(named) : [];
  if (operation === undefined || answer === undefined || bindings.length === 0) return undefined;
  const args: Record<string, XsdValue> = {};
  for (const { name, type } of operation.parameters) {
    const value = written.arguments[name];
    if (type === 'long' && typeof value === 'string' && /^-?\d{1,19}$/.test(value))
      args[name] = BigInt(value);
    else if (type === 'int' && typeof value === 'number' && value === (value | 0)) args[name] = value;
    else if (type === 'boolean' && typeof value === 'boolean') args[name] = value;
    else return undefined;
  }
  return { call: toCall(operation.name, args), bindings, answer };
}

function answerOf({ result, fault }: Readonly<Record<string, unknown>>): RecordedAnswer | undefined {
  if (typeof result === 'string' || result === null) return { result };
  if (!isObject(fault) || typeof fault.text !== 'string') return undefined;
  const { code, text } = fault;
  const [actor, detail] = [fault.actor, fault.detail].map((value) =>
    typeof value === 'string' ? value : undefined,
  );
  if (code !== 'Client' && code !== 'Server') return undefined;
  if (detail !== undefined && typeof parseXml(detail) === 'string') return undefined;
  return { fault: { code, text, actor, detail } };
}
