import * as v from 'valibot';
import type { Claims } from '../keys/claims.ts';
import { requireAssumable } from './assumable-role.ts';
import { SessionLock } from './session-lock.ts';
import { setLocally, type SqlEngine } from './sql-engine.ts';

type RowSchema = v.GenericSchema<unknown, unknown>;

/** Statements on the database: as its owner, to whom row-level security does not apply, unless `Database.as` hands them out. */
export interface Queries {
  /** All rows, each checked against the schema. */
  rows<S extends RowSchema>(schema: S, sql: string, parameters?: unknown[]): Promise<v.InferOutput<S>[]>;
  /** The first row, or undefined. */
  first<S extends RowSchema>(schema: S, sql: string, parameters?: unknown[]): Promise<v.InferOutput<S> | undefined>;
  /** Runs a statement; resolves to the number of rows it changed. */
  run(sql: string, parameters?: unknown[]): Promise<number>;
}

/** How `Database.as` runs. */
export interface AsOptions {
  /** Settings of the transaction that policies may ask for, by name (`storage.operation` …). */
  settings?: Readonly<Record<string, string>>;
  /** Asked after the work; what it did is undone where the answer is no. Left out, it stays. */
  stays?: () => boolean;
}

/** The database of this backend. Every use of the session is serialised. */
export class Database implements Queries {
  readonly #engine: SqlEngine;
  readonly #lock = new SessionLock();

  constructor(engine: SqlEngine) {
    this.#engine = engine;
  }

  /** Whether nobody uses the session or waits for it. */
  get isIdle(): boolean {
    return this.#lock.isFree;
  }

  /** Runs a task that uses the engine on its own account, while nobody else may. */
  exclusive<T>(task: () => Promise<T>): Promise<T> {
    return this.#lock.run(task);
  }

  rows<S extends RowSchema>(schema: S, sql: string, parameters?: unknown[]): Promise<v.InferOutput<S>[]> {
    return this.#lock.run(() => this.#statements().rows(schema, sql, parameters));
  }

  first<S extends RowSchema>(schema: S, sql: string, parameters?: unknown[]): Promise<v.InferOutput<S> | undefined> {
    return this.#lock.run(() => this.#statements().first(schema, sql, parameters));
  }

  run(sql: string, parameters?: unknown[]): Promise<number> {
    return this.#lock.run(() => this.#statements().run(sql, parameters));
  }

  /**
   * Runs several statements in one transaction: all of them, or none when the work throws.
   * @param stays asked after the work; what it did is undone where the answer is no
   */
  transaction<T>(work: (queries: Queries) => Promise<T>, stays?: () => boolean): Promise<T> {
    return this.#inTransaction(() => work(this.#statements()), stays);
  }

  /**
   * Runs several statements in one transaction as the person whom verified claims speak of: row-level security decides.
   * The session is held until the work ends, so the work must be short, and wait for nothing that needs the session too.
   * @throws RoleError when no caller may take the claims' role
   */
  as<T>(claims: Claims, work: (queries: Queries) => Promise<T>, { settings = {}, stays }: AsOptions = {}): Promise<T> {
    return this.#inTransaction(async () => {
      const queries = this.#statements();
      await requireAssumable(queries, claims.role);
      await setLocally(this.#engine, { ...settings, 'request.jwt.claims': JSON.stringify(claims), role: claims.role });
      return work(queries);
    }, stays);
  }

  /** Runs a script of many statements in one transaction, and then the work that belongs to it. */
  script(sql: string, work: (queries: Queries) => Promise<void>): Promise<void> {
    return this.#inTransaction(async () => {
      await this.#engine.exec(sql);
      // A script may leave the session as another role or with another search path.
      await this.#engine.exec('reset all; reset role');
      await work(this.#statements());
    });
  }

  /** Calls back after each commit that notified the channel. The callback must not wait for the session. */
  listen(channel: string, callback: () => void): Promise<void> {
    return this.#lock.run(() => this.#engine.listen(channel, callback));
  }

  /** Waits for the statement that runs, then ends the session. */
  close(): Promise<void> {
    return this.#lock.run(() => this.#engine.close());
  }

  #inTransaction<T>(work: () => Promise<T>, stays = () => true): Promise<T> {
    return this.#lock.run(async () => {
      await this.#engine.exec('begin');
      try {
        const result = await work();
        await this.#engine.exec(stays() ? 'commit' : 'rollback');
        return result;
      } catch (error) {
        await this.#engine.exec('rollback');
        throw error;
      }
    });
  }

  #statements(): Queries {
    const engine = this.#engine;
    const rows: Queries['rows'] = async (schema, sql, parameters) => {
      const result = await engine.query(sql, parameters);
      return result.rows.map((row) => v.parse(schema, row));
    };
    return {
      rows,
      first: async (schema, sql, parameters) => (await rows(schema, sql, parameters))[0],
      run: async (sql, parameters) => (await engine.query(sql, parameters)).affectedRows ?? 0,
    };
  }
}
