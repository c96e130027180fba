import type { OutgoingHttpHeader } from 'node:http';
import { Body } from './body';

type Headers = Readonly<Record<string, OutgoingHttpHeader>>;

/** What a client was sent, as it was given to Node: put in order only where somebody asks. */
export class Sent {
  readonly body = new Body();
  #set: Headers | undefined;
  #given: readonly unknown[] = [];

  /** @param set the headers that were set one by one; @param given the arguments of `writeHead` */
  addHead(set: Headers, given: readonly unknown[]): void {
    this.#set = set;
    this.#given = given;
  }

  get hasHead(): boolean {
    return this.#set !== undefined;
  }

  /** By lower-case name. */
  get headers(): Headers {
    const lower = Object.entries(headersIn(this.#given)).map(([name, value]) => [name.toLowerCase(), value]);
    return { ...this.#set, ...Object.fromEntries(lower) };
  }
}

/** The headers among the arguments of `writeHead`: an object, or names and values in turn. */
export function headersIn(args: readonly unknown[]): Headers {
  const given = args.slice(1).find((one) => typeof one === 'object' && one !== null);
  const pairs = Array.isArray(given)
    ? given.flatMap((name, index) => (index % 2 === 0 ? [[name, given[index + 1]] as const] : []))
    : Object.entries(given ?? {});
  return Object.fromEntries(pairs.map(([name, value]) => [String(name), value]));
}
