import * as v from 'valibot';

/** The single database session. Not safe for concurrent use: see SessionLock. */
export interface SqlEngine {
  /** One statement with parameters. Timestamps come back as text in ISO 8601. */
  query(sql: string, parameters?: unknown[]): Promise<{ rows: unknown[]; affectedRows?: number | undefined }>;
  /** Any number of statements, without parameters. */
  exec(sql: string): Promise<void>;
  /** Calls back for each notification (`notify`) on a channel, after its transaction was committed. */
  listen(channel: string, callback: () => void): Promise<void>;
  /** The whole cluster as a tar file. */
  dump(): Promise<Blob>;
  /** Writes everything to disk and ends the session. */
  close(): Promise<void>;
}

/** Sets parameters (`role`, `request.jwt.claims` …) until the running transaction ends. */
export async function setTransactionSettings(engine: Pick<SqlEngine, 'query'>, settings: Readonly<Record<string, string>>): Promise<void> {
  const entries = Object.entries(settings);
  // One statement for all of them, because each statement costs more than most queries.
  const calls = entries.map((_entry, index) => `set_config($${String(2 * index + 1)}, $${String(2 * index + 2)}, true)`);
  await engine.query(`select ${calls.join(', ')}`, entries.flat());
}

/** The claims of an access token that this backend reads. The others are passed to the database. */
export const claimsSchema = v.looseObject({
  role: v.optional(v.string(), 'anon'),
  sub: v.optional(v.string()),
  session_id: v.optional(v.string()),
  aud: v.optional(v.union([v.string(), v.array(v.string())])),
  exp: v.optional(v.number()),
});

/** See claimsSchema. */
export type Claims = v.InferOutput<typeof claimsSchema>;

type RowSchema = v.GenericSchema<unknown, unknown>;

/** Runs statements as the database's owner, who bypasses row-level security, unless they come from `Database.as`. */
export interface Queries {
  /** All rows, each checked against the schema. */
  rows<S extends RowSchema>(schema: S, sql: string, parameters?: unknown[]): Promise<v.InferOutput<S>[]>;
  /** The first row, or undefined. */
  first<S extends RowSchema>(schema: S, sql: string, parameters?: unknown[]): Promise<v.InferOutput<S> | undefined>;
  /** Runs a statement. Resolves to the number of changed rows. */
  run(sql: string, parameters?: unknown[]): Promise<number>;
}

/** The options of `Database.as`. */
interface AsOptions {
  /** Settings of the transaction that policies can read, by name (`storage.operation` …). */
  settings?: Readonly<Record<string, string>>;
  /** Called after the work. The transaction is rolled back if it returns false. Defaults to committing. */
  shouldCommit?: () => boolean;
}

/** The database of this backend. Every use of the session is serialised. */
export class Database implements Queries {
  readonly #engine: SqlEngine;
  readonly #lock = new SessionLock();

  constructor(engine: SqlEngine) {
    this.#engine = engine;
  }

  /** Whether no task uses the session or waits for it. */
  get isIdle(): boolean {
    return this.#lock.isFree;
  }

  /** Runs a task that uses the engine directly, with exclusive access to the session. */
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
   * Runs several statements in one transaction, which is rolled back if the work throws.
   * @param shouldCommit is called after the work; the transaction is rolled back if it returns false
   */
  transaction<T>(work: (queries: Queries) => Promise<T>, shouldCommit?: () => boolean): Promise<T> {
    return this.#inTransaction(() => work(this.#statements()), shouldCommit);
  }

  /**
   * Runs several statements in one transaction as the user of verified claims, with row-level security.
   * The session is locked until the work ends, so the work must be short and must not wait for anything that needs the session.
   * @throws RoleError when API callers may not have the claims' role
   */
  as<T>(claims: Claims, work: (queries: Queries) => Promise<T>, { settings = {}, shouldCommit }: AsOptions = {}): Promise<T> {
    return this.#inTransaction(async () => {
      const queries = this.#statements();
      await requireAssumable(queries, claims.role);
      await setTransactionSettings(this.#engine, { ...settings, 'request.jwt.claims': JSON.stringify(claims), role: claims.role });
      return work(queries);
    }, shouldCommit);
  }

  /**
   * Runs a script of many statements, and then the work, in one transaction.
   * @param user whose rights the script has; `postgres` is the user of a hosted project's migrations
   */
  script(sql: string, user: 'postgres' | 'supabase_admin', work: (queries: Queries) => Promise<void>): Promise<void> {
    // By name: in PGlite, neither `reset session authorization` nor, in a new session, a rollback returns to the first user.
    const restore = () => this.#engine.exec('set session authorization supabase_admin');
    return this.#lock.run(async () => {
      try {
        await this.#transact(async () => {
          if (user === 'postgres') await this.#engine.exec('set session authorization postgres');
          await this.#engine.exec(sql);
          // A script may have changed the role or the search path.
          await this.#engine.exec('reset all; reset role');
          if (user === 'postgres') await restore();
          await work(this.#statements());
        });
      } finally {
        if (user === 'postgres') await restore();
      }
    });
  }

  /** Calls back after each commit that notified the channel. The callback must not wait for the session. */
  listen(channel: string, callback: () => void): Promise<void> {
    return this.#lock.run(() => this.#engine.listen(channel, callback));
  }

  /** Waits for the running statement, then ends the session. */
  close(): Promise<void> {
    return this.#lock.run(() => this.#engine.close());
  }

  #inTransaction<T>(work: () => Promise<T>, shouldCommit?: () => boolean): Promise<T> {
    return this.#lock.run(() => this.#transact(work, shouldCommit));
  }

  /** Needs exclusive access to the session. */
  async #transact<T>(work: () => Promise<T>, shouldCommit = () => true): Promise<T> {
    await this.#engine.exec('begin');
    try {
      const result = await work();
      await this.#engine.exec(shouldCommit() ? 'commit' : 'rollback');
      return result;
    } catch (error) {
      await this.#engine.exec('rollback');
      throw error;
    }
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

const API_ROLES = new Set(['anon', 'authenticated', 'service_role']);

/** A token has a role that API callers may not use. The SQLSTATE is that of a refused `set role`, 42501. */
export class RoleError extends Error {
  override readonly name = 'RoleError';
  readonly code = '42501';

  constructor(role: string) {
    super(`permission denied to set role "${role}"`);
  }
}

/**
 * Refuses roles that only the session's owner could use. On a hosted project, the API connects as `authenticator`, which can
 * switch to some roles only.
 * @throws RoleError
 */
export async function requireAssumable(queries: Queries, role: string): Promise<void> {
  if (API_ROLES.has(role)) return;
  const found = await queries.first(
    v.object({ rolname: v.string() }),
    `select rolname from pg_roles where rolname = $1 and rolname <> 'authenticator' and pg_has_role('authenticator', oid, 'member')`,
    [role],
  );
  if (!found) throw new RoleError(role);
}

/**
 * Lets one task at a time use the database session, in order of arrival.
 *
 * PGlite is a single session: a statement of one request between the BEGIN and COMMIT of another
 * would run under the other's identity. Everything that touches the session therefore goes through this lock.
 * Never wait for something that needs the lock while holding it.
 */
class SessionLock {
  #last: Promise<void> = Promise.resolve();
  #tasks = 0;

  /** Whether no task runs or waits. */
  get isFree(): boolean {
    return this.#tasks === 0;
  }

  /** Runs the task after every earlier task has settled. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    this.#tasks += 1;
    const before = this.#last;
    let release: () => void = () => undefined;
    this.#last = new Promise<void>((resolve) => {
      release = resolve;
    });
    await before;
    try {
      return await task();
    } finally {
      this.#tasks -= 1;
      release();
    }
  }
}

/** An error of a statement, as Postgres reports it (postgresql.org/docs/current/protocol-error-fields.html). */
export const postgresError = v.object({
  /** The SQLSTATE. */
  code: v.pipe(v.string(), v.length(5)),
  message: v.string(),
  detail: v.nullish(v.string(), null),
  hint: v.nullish(v.string(), null),
});
