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
  /** This is an estimate of the rule's memory in bytes. */
  readonly bytes: number;
  /**
   * Counts the matching requests that no earlier rule answered. The rule answers none of the first `after` requests.
   */
  seen: number;
  /** Counts the requests that the rule answered. */
  used: number;
}

export type MatchedRule = Pick<Rule, 'id' | 'then'>;

/** Manages a space's rules in their order, and the state of its scenario. */
export class Rules {
  readonly #active = new Map<string, ActiveRule>();
  #last = 0;
  #state = FIRST_STATE;

  constructor(private readonly memory: TestMemory) {}

  /** Returns the states that the scenario can reach. @param replaced the id of a rule that will be replaced, or '' */
  states(replaced: string): readonly string[] {
    const others = [...this.#active.values()].filter(({ id }) => id !== replaced);
    return [...new Set([FIRST_STATE, ...others.flatMap(({ rule }) => rule.thenState ?? [])])];
  }

  list(): readonly Rule[] {
    return Array.from(this.#active.values(), toRule);
  }

  /** @throws Problem if there are too many rules */
  add(rule: NewRule): Rule {
    if (this.#active.size >= MAX_RULES)
      throw new Problem(
        'too-large',
        `There are ${MAX_RULES} rules already, the maximum of a space: delete some.`,
      );
    this.#last += 1;
    return this.#activate(String(this.#last), rule);
  }

  /** Replaces a rule with a new one, which has no uses yet. @throws Problem if no rule has this id */
  replace(id: string, rule: NewRule): Rule {
    const before = this.#find(id);
    const replaced = this.#activate(id, rule);
    this.memory.release(before);
    return replaced;
  }

  /** @throws Problem if no rule has this id */
  get(id: string): Rule {
    return toRule(this.#find(id));
  }

  /** @throws Problem if no rule has this id */
  delete(id: string): void {
    this.memory.release(this.#find(id));
    this.#active.delete(id);
  }

  /** Deletes all rules, and resets the scenario to its first state. */
  clear(): void {
    for (const one of this.#active.values()) this.memory.release(one);
    this.#active.clear();
    this.#state = FIRST_STATE;
  }

  /**
   * Returns the first active rule that matches, counts it as used, and changes the scenario to the rule's next state.
   */
  take(candidate: Candidate): MatchedRule | undefined {
    for (const one of this.#active.values()) {
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

  #activate(id: string, rule: NewRule): Rule {
    const bytes = 2 * JSON.stringify(rule).length;
    const active = { id, rule, matcher: new Matcher(rule.when), bytes, seen: 0, used: 0 };
    this.memory.hold(active);
    this.#active.set(id, active);
    return toRule(active);
  }

  #find(id: string): ActiveRule {
    const found = this.#active.get(id);
    if (found === undefined) throw new Problem('not-found', `There is no rule ${JSON.stringify(id)}.`);
    return found;
  }
}

/** The malformation `wrong-version` applies only to SOAP, because only SOAP has a version. */
function isFor({ malformed }: Then, { binding }: Candidate): boolean {
  return malformed !== 'wrong-version' || binding === undefined || binding.startsWith('soap');
}

function toRule({ id, rule, used }: ActiveRule): Rule {
  return { id, ...rule, used };
}
