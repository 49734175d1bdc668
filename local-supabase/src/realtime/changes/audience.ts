import type { Database } from '../../database/database.ts';
import type { Claims } from '../../keys/claims.ts';
import type { Change } from './change-queue.ts';
import { changePayload } from './change-payload.ts';
import type { ChangePayload } from './change-payload.ts';
import type { SubscriptionParameters } from './subscription-parameters.ts';
import { tableFacts } from './table-facts.ts';
import type { TableFacts } from './table-facts.ts';
import { passingChanges, visibleChanges } from './visible-changes.ts';

/** Somebody who hears of changes. */
export interface Subscriber {
  readonly claims: Claims;
  readonly subscriptions: readonly { id: number; wanted: SubscriptionParameters }[];
  /** Takes a change; the ids are those of the subscriptions that it answers. */
  readonly deliver: (ids: readonly number[], payload: ChangePayload) => void;
}

/** What a subscriber is to be told of a change. */
export interface Answer {
  ids: number[];
  payload: ChangePayload;
}

/** Finds out who may hear of some changes that are looked at together. The same question is asked once. */
export class Audience {
  readonly #database: Database;
  readonly #committedAt = new Date().toISOString();
  /** The changes, by the table that they are of. */
  readonly #tables = new Map<number, Change[]>();
  readonly #facts = new Map<string, Promise<TableFacts | undefined>>();
  readonly #visible = new Map<string, Promise<Set<Change>>>();

  constructor(database: Database, changes: readonly Change[]) {
    this.#database = database;
    for (const change of changes) this.#tables.set(change.entity, [...(this.#tables.get(change.entity) ?? []), change]);
  }

  /** What to tell a subscriber, by change. Subscriptions that ask for different columns get answers of their own. */
  async answersFor({ claims, subscriptions }: Subscriber): Promise<Map<Change, Answer[]>> {
    const answers = new Map<Change, Map<string, Answer>>();
    for (const { id, wanted } of subscriptions) {
      for (const changes of this.#tables.values()) {
        const interesting = changes.filter((change) => concerns(wanted, change));
        const [first] = interesting;
        const facts = first && (await this.#factsOf(first.entity, claims));
        if (!facts) continue;
        for (const change of await this.#mayHear(interesting, wanted, claims, facts)) {
          const ofChange = answers.get(change) ?? new Map<string, Answer>();
          const columns = JSON.stringify(wanted.columns ?? null);
          const answer = ofChange.get(columns) ?? { ids: [], payload: changePayload(change, facts, wanted.columns, this.#committedAt) };
          answer.ids.push(id);
          answers.set(change, ofChange.set(columns, answer));
        }
      }
    }
    return new Map([...answers].map(([change, ofChange]) => [change, [...ofChange.values()]]));
  }

  async #mayHear(changes: Change[], { filters }: SubscriptionParameters, claims: Claims, facts: TableFacts): Promise<Change[]> {
    const passing = filters.length === 0 ? new Set(changes) : await passingChanges(this.#database, facts, filters, changes);
    const keys = facts.columns.filter(({ key }) => key);
    // Of a row whose key cannot be read, only that it cannot is told.
    const decidedByRow = facts.rowSecurity && keys.length > 0 && keys.every(({ selectable }) => selectable);
    const visible = decidedByRow && changes.some(isPresent) ? await this.#visibleTo(claims, facts, changes) : undefined;
    return changes.filter((change) => passing.has(change) && (!decidedByRow || !isPresent(change) || visible?.has(change)));
  }

  #visibleTo(claims: Claims, facts: TableFacts, [first]: Change[]): Promise<Set<Change>> {
    const key = `${facts.name} ${JSON.stringify(claims)}`;
    const all = (this.#tables.get(first?.entity ?? 0) ?? []).filter(isPresent);
    const known = this.#visible.get(key) ?? visibleChanges(this.#database, claims, facts, all);
    this.#visible.set(key, known);
    return known;
  }

  #factsOf(entity: number, { role }: Claims): Promise<TableFacts | undefined> {
    const key = `${String(entity)} ${role}`;
    const known = this.#facts.get(key) ?? tableFacts(this.#database, entity, role);
    this.#facts.set(key, known);
    return known;
  }
}

function isPresent({ action }: Change): boolean {
  return action !== 'DELETE';
}

function concerns({ event, schema, table }: SubscriptionParameters, change: Change): boolean {
  return (event === '*' || event === change.action) && (schema === '*' || schema === change.schema) && (table === '*' || table === change.table);
}
