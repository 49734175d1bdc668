import * as v from 'valibot';
import { reportFailure } from '../errors/report-failure.ts';
import type { Database } from './database.ts';

/** How often tables are checked, in milliseconds: autovacuum's `autovacuum_naptime`. */
export const DEFAULT_STATISTICS_INTERVAL = 60_000;

/** The tables to analyse. The threshold is autovacuum's (postgresql.org, "Automatic Vacuuming"). */
const CHANGED_TABLES = `
  select format('%I.%I', stat.schemaname, stat.relname) as name
  from pg_stat_user_tables as stat join pg_class on pg_class.oid = stat.relid
  where n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)`;

/** Keeps the planner's statistics up to date. PGlite has no autovacuum process. */
export class Statistics {
  readonly #database: Database;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Starts checking the tables at an interval. Skips checks while the session is in use. */
  start(interval: number): void {
    this.#timer = setInterval(() => {
      if (this.#database.isIdle) this.#running = this.refresh().catch(reportFailure);
    }, interval);
  }

  /** Analyses the tables with many changes. Other tasks can use the session between two tables. */
  async refresh(): Promise<void> {
    // Without this, the counts of the session appear a second later, and only in the next statement.
    await this.#database.first(v.unknown(), 'select pg_stat_force_next_flush()');
    for (const { name } of await this.#database.rows(v.object({ name: v.string() }), CHANGED_TABLES)) {
      // The table may have been dropped, or one of its indexes may fail. Continue with the others.
      await this.#database.run(`analyze ${name}`).catch(reportFailure);
    }
  }

  /** Stops the checks. Resolves when no table is being analysed. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
