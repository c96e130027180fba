import type { TestMemory } from '../memory';
import { Problem } from '../problem';
import type { NewRule, Rule, Then } from '../schema/rules';
import { type Candidate, Matcher } from './match';

const MAX_RULES = 10_000;
const FIRST_STATE = 'started';

interface ActiveRule {
  readonly id: string;
  readonly rule: NewRule;
  readonly matcher: Matcher;
  /** Matching requests that came to this rule, and how many of them it answered. */
  seen: number;
  used: number;
}

export interface MatchedRule {
  readonly id: string;
  readonly then: Then;
}

/** A space's rules in their order, and the state of its scenario. */
export class Rules {
  #active: ActiveRule[] = [];
  #last = 0;
  #state = FIRST_STATE;

  constructor(private readonly memory: TestMemory) {}

  /** The states that the scenario may come to. */
  get states(): readonly string[] {
    const set = this.#active.flatMap(({ rule }) => rule.thenState ?? []);
    return [...new Set([FIRST_STATE, ...set])];
  }

  list(): readonly Rule[] {
    return this.#active.map(toRule);
  }

  /** @throws Problem when there are too many */
  add(rule: NewRule): Rule {
    if (this.#active.length >= MAX_RULES)
      throw new Problem(
        'too-large',
        `There are ${MAX_RULES} rules already, which is as many as a space may have.`,
      );
    const added = this.#activate(String(this.#last + 1), rule);
    this.#last += 1;
    this.#active.push(added);
    return toRule(added);
  }

  /** Puts a new rule, not yet used, in the place of an old one. @throws Problem when there is none of the id */
  replace(id: string, rule: NewRule): Rule {
    const at = this.#indexOf(id);
    const replaced = this.#activate(id, rule);
    this.#release(this.#active.splice(at, 1, replaced));
    return toRule(replaced);
  }

  /** @throws Problem when there is none of the id */
  get(id: string): Rule {
    const [found] = this.#active.slice(this.#indexOf(id)).map(toRule);
    if (found === undefined) throw noRule(id);
    return found;
  }

  /** @throws Problem */
  delete(id: string): void {
    this.#release(this.#active.splice(this.#indexOf(id), 1));
  }

  /** Takes all away; the scenario starts again. */
  clear(): void {
    this.#release(this.#active.splice(0));
    this.#state = FIRST_STATE;
  }

  /** Finds the first active rule that matches, and counts it as used. */
  take(candidate: Candidate): MatchedRule | undefined {
    for (const one of this.#active) {
      const { after = 0, times = Infinity, inState = this.#state, thenState, then } = one.rule;
      if (inState !== this.#state || !isFor(then, candidate) || !one.matcher.matches(candidate)) continue;
      const isActive = one.seen >= after && one.used < times;
      one.seen += 1;
      if (!isActive) continue;
      one.used += 1;
      this.#state = thenState ?? this.#state;
      return { id: one.id, then };
    }
    return undefined;
  }

  #activate(id: string, rule: NewRule): ActiveRule {
    const active = { id, rule, matcher: new Matcher(rule.when), seen: 0, used: 0 };
    this.memory.hold(active, 2 * JSON.stringify(rule).length);
    return active;
  }

  #release(gone: readonly ActiveRule[]): void {
    for (const one of gone) this.memory.release(one);
  }

  #indexOf(id: string): number {
    const at = this.#active.findIndex((one) => one.id === id);
    if (at < 0) throw noRule(id);
    return at;
  }
}

/** Only SOAP has a version, which `wrong-version` changes. */
function isFor({ malformed }: Then, { binding }: Candidate): boolean {
  return malformed !== 'wrong-version' || binding === undefined || binding.startsWith('soap');
}

function toRule({ id, rule, used }: ActiveRule): Rule {
  return { id, ...rule, used };
}

function noRule(id: string): Problem {
  return new Problem('not-found', `There is no rule ${JSON.stringify(id)}.`);
}
