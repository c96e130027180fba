import type { NewRule, Rule } from '../testing/types';
import type { ControlHttp } from './http';

/** The rules of one space: what answers in the service's place. The first that matches is taken. */
export class RulesControl {
  constructor(private readonly http: ControlHttp) {}

  add(rule: NewRule): Promise<Rule> {
    return this.http.json('POST', '/rules', { json: rule });
  }

  /** In their order, each with how often it was used. */
  list(): Promise<readonly Rule[]> {
    return this.http.json('GET', '/rules');
  }

  /** Puts another in the place of one. */
  replace(id: string, rule: NewRule): Promise<Rule> {
    return this.http.json('PUT', `/rules/${encodeURIComponent(id)}`, { json: rule });
  }

  delete(id: string): Promise<void> {
    return this.http.done('DELETE', `/rules/${encodeURIComponent(id)}`);
  }

  clear(): Promise<void> {
    return this.http.done('DELETE', '/rules');
  }
}
