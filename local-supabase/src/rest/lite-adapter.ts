import { AsyncLocalStorage } from 'node:async_hooks';
import * as v from 'valibot';
import type { SqlEngine } from '../database/sql-engine.ts';
import type { Claims } from '../keys/claims.ts';
import { statusOfSqlState } from './postgrest-status.ts';

// Both entries of the package replace process.emitWarning when they load, with a function that throws on warnings
// that are Error objects. Warnings of this process must keep working. The supabase-js client that the package
// brings along, and that nothing here uses, warns about Node 20 while it loads.
const emitWarning = process.emitWarning.bind(process);
const { warn } = console;
console.warn = () => undefined;
const [{ App }, { PgliteConnection }] = await Promise.all([import('@supabase/lite'), import('@supabase/lite/pglite')]);
console.warn = warn;
process.emitWarning = emitWarning;

// The package prints every failed query with its values, which are people's data. The caller gets the error anyway.
const insideLite = new AsyncLocalStorage<true>();
const { error: printError } = console;
console.error = (...values: unknown[]) => {
  if (!insideLite.getStore()) printError(...values);
};

/** The schemas that the API serves, as on a hosted project. */
const exposedSchemas = ['public', 'graphql_public'];

type Introspection = Awaited<ReturnType<InstanceType<typeof PgliteConnection>['introspect']>>;

/** Where the cluster of the database is. */
export interface LiteOptions {
  /** The cluster's directory; left out, the cluster is kept in memory. */
  directory?: string;
  /** A cluster to begin with, as a tar file; left out, an existing directory is opened. */
  cluster?: Blob;
}

/** The database session, and the answers of `/rest/v1` from it. */
export interface Lite {
  engine: SqlEngine;
  /**
   * Answers a request to `/rest/v1` as the person the claims speak of. The claims must have been verified.
   * Needs the session for itself until the answer is complete.
   */
  readonly answer: (request: Request, claims: Claims) => Promise<Response>;
}

/** PostgREST shows an ISO 8601 time; Postgres separates date and time by a space and shortens the offset. */
function isoTime(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

/** Only what the API serves: a table of the same name in another schema would break embedding. */
function exposedOnly(found: Introspection): Introspection {
  const exposed = <T extends { schema: string }>(entries: T[]): T[] => entries.filter((entry) => exposedSchemas.includes(entry.schema));
  return {
    ...found,
    tables: exposed(found.tables),
    columns: exposed(found.columns),
    // Only constraints make a relation one to one, as for PostgREST: an index may be unique among some rows alone.
    indexes: exposed(found.indexes).map((index) => ({ ...index, unique: false })),
    primary_keys: exposed(found.primary_keys),
    views: exposed(found.views),
    check_constraints: exposed(found.check_constraints),
    unique_constraints: exposed(found.unique_constraints),
    comments: exposed(found.comments),
    triggers: exposed(found.triggers),
    foreign_keys: exposed(found.foreign_keys).filter((key) => exposedSchemas.includes(key.ref_schema ?? 'public')),
    ...(found.functions ? { functions: exposed(found.functions) } : {}),
  };
}

const databaseError = v.object({
  code: v.pipe(v.string(), v.length(5)),
  message: v.string(),
  detail: v.nullish(v.string(), null),
  hint: v.nullish(v.string(), null),
});

/** SQLSTATEs that the package answers as PostgREST does. */
const answeredWell = /^(21|22|42|23502|23503|23505|25006|55|PT)/;

/**
 * Errors that the package would answer by an unspecific 500, violated checks and raised exceptions among them,
 * in the form of PostgREST's `RAISE SQLSTATE 'PGRST'`, which says status and body.
 */
function specificError(error: unknown): unknown {
  const parsed = v.safeParse(databaseError, error);
  if (!parsed.success || parsed.output.code === 'PGRST' || answeredWell.test(parsed.output.code)) return error;
  const { code, message, detail, hint } = parsed.output;
  return Object.assign(new Error(JSON.stringify({ code, message, details: detail, hint }), { cause: error }), {
    code: 'PGRST',
    detail: JSON.stringify({ status: statusOfSqlState(code), headers: {} }),
  });
}

class ExposedConnection extends PgliteConnection {
  readonly #exposed = new WeakMap<Introspection, Introspection>();

  override normalizeDbError(error: unknown): unknown {
    return specificError(super.normalizeDbError(error));
  }

  override async introspect(options?: { useCache?: boolean }): Promise<Introspection> {
    const found = await super.introspect(options);
    let exposed = this.#exposed.get(found);
    if (!exposed) {
      exposed = exposedOnly(found);
      this.#exposed.set(found, exposed);
    }
    return exposed;
  }
}

/** Opens the database session and @supabase/lite's PostgREST on it. This file alone knows that package. */
export async function openLite({ directory, cluster }: LiteOptions): Promise<Lite> {
  const connection = new ExposedConnection({
    ...(directory === undefined ? {} : { url: directory }),
    pgliteOptions: {
      parsers: { 1114: isoTime, 1184: isoTime },
      ...(cluster ? { loadDataDir: cluster } : {}),
    },
  });
  await connection.driver.waitReady;
  await connection.driver.exec(`set timezone to 'UTC'`);
  // Otherwise the first request grants everything on every table with row-level security to anon.
  Object.assign(connection, { rlsState: 'active' });

  // Who is asking is settled before lite sees the request. It learns of it by a key that never leaves this function.
  const identities = new Map<string, Claims>();
  const app = new App({
    connection,
    auth: { enabled: false },
    storage: { enabled: false },
    studio: { enabled: false },
    api: { enabled: true, schemas: exposedSchemas },
    options: {
      server: {
        disableStudio: true,
        apiKeys: {
          resolver: (key) => {
            const claims = identities.get(key);
            return Promise.resolve(claims ? { type: 'publishable', claims } : null);
          },
        },
      },
    },
  });

  return {
    engine: {
      query: (sql, parameters) => connection.driver.query(sql, parameters),
      exec: async (sql) => {
        await connection.driver.exec(sql);
      },
      listen: async (channel, callback) => {
        await connection.driver.listen(channel, callback);
      },
      dump: () => connection.driver.dumpDataDir('none'),
      close: () => connection.driver.close(),
    },
    answer: async (request, claims) => {
      const key = crypto.randomUUID();
      identities.set(key, claims);
      try {
        const headers = new Headers(request.headers);
        headers.delete('authorization');
        headers.set('apikey', key);
        const url = new URL(request.url);
        url.searchParams.delete('apikey');
        const answer = await insideLite.run(true, async () => app.fetch(new Request(new Request(url, request), { headers })));
        // The body is read while the session is still ours.
        const body = await answer.arrayBuffer();
        const hasBody = body.byteLength > 0;
        return new Response(hasBody ? body : null, { status: answer.status, headers: answer.headers });
      } finally {
        identities.delete(key);
      }
    },
  };
}
