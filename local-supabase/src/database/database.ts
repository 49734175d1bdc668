import * as v from 'valibot';

/** The single database session, as far as this backend uses it. Not safe for concurrent use: see SessionLock. */
export interface SqlEngine {
  /** One statement with parameters. Timestamps come back as text in ISO 8601. */
  query(sql: string, parameters?: unknown[]): Promise<{ rows: unknown[]; affectedRows?: number | undefined }>;
  /** Any number of statements, without parameters. */
  exec(sql: string): Promise<void>;
  /** Calls back for each notification of a channel (`notify`) that a transaction left behind when it was committed. */
  listen(channel: string, callback: () => void): Promise<void>;
  /** The whole cluster as a tar file. */
  dump(): Promise<Blob>;
  /** Writes everything out and ends the session. */
  close(): Promise<void>;
}

/** Sets parameters of the session (`role`, `request.jwt.claims` …) until the running transaction ends. */
export async function setLocally(engine: Pick<SqlEngine, 'query'>, settings: Readonly<Record<string, string>>): Promise<void> {
  const entries = Object.entries(settings);
  // One statement for all of them: each statement takes longer than most queries.
  const calls = entries.map((_entry, index) => `set_config($${String(2 * index + 1)}, $${String(2 * index + 2)}, true)`);
  await engine.query(`select ${calls.join(', ')}`, entries.flat());
}

/** The claims of an access token, as far as this backend reads them; the rest is passed on to the database. */
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
interface AsOptions {
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

const API_ROLES = new Set(['anon', 'authenticated', 'service_role']);

/** A token names a role that no caller of the API may take. SQLSTATE 42501, as Postgres says of `set role`. */
export class RoleError extends Error {
  override readonly name = 'RoleError';
  readonly code = '42501';

  constructor(role: string) {
    super(`permission denied to set role "${role}"`);
  }
}

/**
 * Refuses roles that only this session's owner could take: on a hosted project the API works as `authenticator`, which cannot
 * become just anybody.
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
 * Lets one task at a time use the database session, in the order they asked.
 *
 * PGlite is a single session: a statement of one request that ran between the BEGIN and COMMIT of another
 * would run under the other's identity. Everything that touches the session therefore goes through this lock.
 * Never hold it while waiting for something that needs it too.
 */
class SessionLock {
  #last: Promise<void> = Promise.resolve();
  #tasks = 0;

  /** Whether no task runs or waits. */
  get isFree(): boolean {
    return this.#tasks === 0;
  }

  /** Runs the task once every task before it has ended, whether those succeeded or not. */
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

/** An error that Postgres reports of a statement (postgresql.org/docs/current/protocol-error-fields.html). */
export const postgresError = v.object({
  /** The SQLSTATE. */
  code: v.pipe(v.string(), v.length(5)),
  message: v.string(),
  detail: v.nullish(v.string(), null),
  hint: v.nullish(v.string(), null),
});
