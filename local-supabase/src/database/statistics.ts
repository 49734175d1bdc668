import * as v from 'valibot';
import { reportFailure } from '../errors/errors.ts';
import type { Database } from './database.ts';

/** How often tables are looked at, in milliseconds: autovacuum's `autovacuum_naptime`. */
export const DEFAULT_STATISTICS_INTERVAL = 60_000;

/** A table is analysed when more rows than these have changed: autovacuum's threshold and scale factor (postgresql.org, "Automatic Vacuuming"). */
const CHANGED_TABLES = `
  select format('%I.%I', stat.schemaname, stat.relname) as name
  from pg_stat_user_tables as stat join pg_class on pg_class.oid = stat.relid
  where n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)`;

/** Keeps what the planner knows of tables near the truth, as autovacuum does elsewhere: a single session has no such process. */
export class Statistics {
  readonly #database: Database;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Looks at the tables from now on, whenever nobody uses the session at that moment. */
  start(interval: number): void {
    this.#timer = setInterval(() => {
      if (this.#database.isIdle) this.#running = this.refresh().catch(reportFailure);
    }, interval);
  }

  /** Analyses the tables that have changed much. Between two of them others get the session. */
  async refresh(): Promise<void> {
    // What a session has counted is shown a second later otherwise, and by the next statement only.
    await this.#database.first(v.unknown(), 'select pg_stat_force_next_flush()');
    for (const { name } of await this.#database.rows(v.object({ name: v.string() }), CHANGED_TABLES)) {
      // A table may be gone by now, or an index of it fail: the others are analysed all the same.
      await this.#database.run(`analyze ${name}`).catch(reportFailure);
    }
  }

  /** Looks at no more tables. Resolves when none is being analysed. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
