import { Problem } from '../problem';
import type { NewRule, Rule, Then } from '../types';
import { type Candidate, Matcher } from './match';

const MOST_RULES = 10_000;
/** Characters that the texts of a space's rules may have together. */
const MOST_TEXT = 64 * 1024 * 1024;

interface Standing {
  readonly id: string;
  readonly rule: NewRule;
  readonly matcher: Matcher;
  readonly size: number;
  /** Matching requests that came to this rule, and how many of them it answered. */
  readonly seen: number;
  readonly used: number;
}

/** Rules as they were at a moment. */
export type RulesState = readonly Standing[];

/** What a rule wants done. */
export interface Taken {
  readonly id: string;
  readonly then: Then;
}

/** A space's rules in their order. */
export class Rules {
  #standing: Standing[] = [];
  #last = 0;

  get state(): RulesState {
    return [...this.#standing];
  }

  restore(state: RulesState): void {
    this.#standing = [...state];
  }

  list(): readonly Rule[] {
    return this.#standing.map(toRule);
  }

  /** @throws Problem when there are too many */
  add(rule: NewRule): Rule {
    if (this.#standing.length >= MOST_RULES)
      throw new Problem(
        'too-large',
        `There are ${MOST_RULES} rules already, which is as many as a space may have.`,
      );
    this.#last += 1;
    const added = this.#stand(String(this.#last), rule, 0);
    this.#standing = [...this.#standing, added];
    return toRule(added);
  }

  /** The new one stands in the old one's place, and has not been used. @throws Problem when there is none of the id */
  replace(id: string, rule: NewRule): Rule {
    const at = this.#indexOf(id);
    const replaced = this.#stand(id, rule, this.#standing[at]?.size ?? 0);
    this.#standing = this.#standing.with(at, replaced);
    return toRule(replaced);
  }

  /** @throws Problem when there is none of the id */
  get(id: string): Rule {
    const [found] = this.#standing.slice(this.#indexOf(id)).map(toRule);
    if (found === undefined) throw noRule(id);
    return found;
  }

  /** @throws Problem */
  delete(id: string): void {
    this.#standing = this.#standing.toSpliced(this.#indexOf(id), 1);
  }

  clear(): void {
    this.#standing = [];
  }

  /** The first rule that matches and still stands; it is used by that. */
  take(candidate: Candidate): Taken | undefined {
    for (let at = 0; at < this.#standing.length; at++) {
      const one = this.#standing[at];
      if (one === undefined || !isFor(one.rule.then, candidate) || !one.matcher.matches(candidate)) continue;
      const { after = 0, times = Infinity } = one.rule;
      const stands = one.seen >= after && one.used < times;
      // Entries are replaced, never changed: a snapshot may hold them.
      this.#standing[at] = { ...one, seen: one.seen + 1, used: one.used + (stands ? 1 : 0) };
      if (stands) return { id: one.id, then: one.rule.then };
    }
    return undefined;
  }

  #stand(id: string, rule: NewRule, freed: number): Standing {
    const size = JSON.stringify(rule).length;
    const text = this.#standing.reduce((sum, one) => sum + one.size, 0);
    if (text + size - freed > MOST_TEXT)
      throw new Problem('too-large', `The rules of a space may have ${MOST_TEXT} characters together.`);
    return { id, rule, matcher: new Matcher(rule.when), size, seen: 0, used: 0 };
  }

  #indexOf(id: string): number {
    const at = this.#standing.findIndex((one) => one.id === id);
    if (at < 0) throw noRule(id);
    return at;
  }
}

/** Only SOAP has a version that could be wrong. */
function isFor({ malformed }: Then, { binding }: Candidate): boolean {
  return malformed !== 'wrong-version' || binding === undefined || binding.startsWith('soap');
}

function toRule({ id, rule, used }: Standing): Rule {
  return { id, ...rule, used };
}

function noRule(id: string): Problem {
  return new Problem('not-found', `There is no rule ${JSON.stringify(id)}.`);
}
