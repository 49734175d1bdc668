import * as v from 'valibot';
import { setTransactionSettings } from '../database/database.ts';
import type { Claims, SqlEngine } from '../database/database.ts';
import type { ApiSettings } from './api-settings.ts';
import { askForChange } from './changed-rows.ts';
import { EXPOSED_SCHEMAS, ExposedConnection } from './exposed-connection.ts';
import { EXTENSIONS, trustExtensions } from './extensions.ts';
import { FilterValues } from './filter-values.ts';
import { ExactNumbers, isNestedDeeper } from './json-text.ts';
import type { Sent } from './json-values.ts';
import { App, START_PARAMETERS, withoutErrorOutput } from './load-lite.ts';
import { sendInOneMessage } from './one-message.ts';
import { toErrorResponse } from './postgrest-errors.ts';
import { LoadedLibraries, SessionState } from './session-states.ts';

/** Where the cluster of the database is. */
interface LiteOptions {
  /** The cluster's directory. Defaults to a cluster in memory. */
  directory?: string;
  /** The initial cluster, as a tar file. Without it, the existing directory is opened. */
  cluster?: Blob;
  /** The maximum number of rows in a response. */
  maxRows?: number;
  /** Connects the session to a PostgreSQL server, which then has the cluster. Tests do that. */
  connect?: (driver: ExposedConnection['driver']) => Promise<void>;
}

/** The default of PostgREST's `db-max-rows` in a project. */
export const DEFAULT_MAX_ROWS = 1000;

/** The database session, and the functions of `/rest/v1`. */
export interface Lite {
  engine: SqlEngine;
  /**
   * Responds to a request to `/rest/v1` as the user of verified claims.
   * Needs exclusive access to the session until it resolves.
   */
  readonly respond: (request: Request, claims: Claims) => Promise<Response>;
  /** Lets the next request read the schema again. Needs exclusive access to the session until it resolves. */
  readonly forgetSchema: () => Promise<void>;
  /** Saves the state of a session in memory. Nothing may use the session meanwhile. */
  readonly save: (other?: SessionState) => SessionState;
}

/** PostgREST returns ISO 8601 times. Postgres separates date and time by a space and shortens the offset. */
function isoTime(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

/** How the transaction of a request ends. */
interface TransactionEnd {
  readonly keepsChanges: boolean;
  /** Whether the request chose it. */
  readonly isChosen: boolean;
}

/** The end that the project has set, or that the request prefers where the project allows it. */
function chosenEnd({ keepsChanges, allowsOverride }: ApiSettings['transactionEnd'], preferences: string): TransactionEnd {
  const preferred = allowsOverride ? /\btx=(commit|rollback)\b/.exec(preferences)?.[1] : undefined;
  return preferred === undefined ? { keepsChanges, isChosen: false } : { keepsChanges: preferred === 'commit', isChosen: true };
}

/**
 * Handles a request in one transaction, which is rolled back if the response is an error. The package alone would commit
 * before it notices that a response does not have the one requested row.
 */
async function inTransaction({ driver }: ExposedConnection, { keepsChanges, isChosen }: TransactionEnd, respond: () => Promise<Response>): Promise<Response> {
  await driver.exec('begin');
  let given: Response | undefined;
  try {
    given = await respond();
  } finally {
    if (!given || given.status >= 400 || !keepsChanges) await driver.exec('rollback');
  }
  if (given.status >= 400) return given;
  if (isChosen) given.headers.append('preference-applied', `tx=${keepsChanges ? 'commit' : 'rollback'}`);
  if (!keepsChanges) return given;
  try {
    await driver.exec('commit');
    return given;
  } catch (error) {
    // For example, a deferred constraint failed. Postgres has rolled back.
    return toErrorResponse(error);
  }
}

/** The package's context of a request, which contains the claims that were passed to `respond`. */
const contextSchema = v.object({
  auth: v.optional(v.object({ role: v.nullish(v.string()), uid: v.nullish(v.union([v.string(), v.number()])), jwt: v.nullish(v.record(v.string(), v.unknown())) })),
});

/** The settings that policies read, and the role. */
function settingsOf({ auth }: v.InferOutput<typeof contextSchema>): Record<string, string> {
  const role = auth?.role || 'anon';
  return {
    'request.jwt.claim.sub': String(auth?.uid ?? ''),
    'request.jwt.claim.role': role,
    ...(auth?.jwt && { 'request.jwt.claims': JSON.stringify(auth.jwt) }),
    'storage.operation': '',
    role,
  };
}

/** The settings with which policies, triggers and functions read the request, and functions change the response, as in PostgREST. */
function requestSettingsOf({ method, url, headers }: Request): Record<string, string> {
  return {
    'response.status': '',
    'response.headers': '',
    'request.method': method,
    'request.path': new URL(url).pathname.replace(/^\/rest\/v1/, ''),
    'request.headers': JSON.stringify(Object.fromEntries(headers)),
  };
}

/** The OIDs of Postgres types. */
const [BOOL, BYTEA, INT8, JSON_TEXT, FLOAT4, FLOAT8, TIMESTAMP, TIMESTAMPTZ, NUMERIC, JSONB] = [16, 17, 20, 114, 700, 701, 1114, 1184, 1700, 3802];

/** How the rest of this backend reads values. */
const PLAIN_PARSERS = { [INT8]: Number, [JSON_TEXT]: JSON.parse, [JSONB]: JSON.parse, [FLOAT4]: Number, [FLOAT8]: Number, [NUMERIC]: String };

function formatOf({ headers }: Request): Sent['format'] {
  const type = headers.get('content-type') ?? 'application/json';
  return type.includes('application/json') ? 'json' : type.includes('text/csv') ? 'csv' : 'form';
}

/** Changes the text of a response. A binary body stays as it is. */
async function withText(response: Response, change: (text: string) => string): Promise<Response> {
  const body = await response.arrayBuffer();
  const isText = /json|text/.test(response.headers.get('content-type') ?? '');
  return new Response(body.byteLength === 0 ? null : isText ? change(new TextDecoder().decode(body)) : body, response);
}

/** How deep the JSON of a request can be nested. The package reads it recursively, so deeper JSON would exceed its stack. */
const MAX_NESTING = 1000;

/** A refusal with the code and status of Postgres for JSON that exceeds its stack. */
function nestedTooDeep(): Response {
  const message = `JSON can be nested ${String(MAX_NESTING)} levels deep`;
  return Response.json({ code: '54001', details: null, hint: 'Store it in several rows, or as text.', message }, { status: 413 });
}

/** Opens the database session and @supabase/lite's PostgREST on it. */
export async function openLite({ directory, cluster, maxRows = DEFAULT_MAX_ROWS, connect }: LiteOptions): Promise<Lite> {
  const numbers = new ExactNumbers();
  const libraries = new LoadedLibraries();
  const connection = new ExposedConnection({
    ...(directory === undefined ? {} : { url: directory }),
    pgliteOptions: {
      parsers: {
        [TIMESTAMP]: isoTime, [TIMESTAMPTZ]: isoTime,
        [JSON_TEXT]: numbers.parse, [JSONB]: numbers.parse,
        [INT8]: numbers.number, [FLOAT4]: numbers.number, [FLOAT8]: numbers.number, [NUMERIC]: numbers.number,
      },
      // Filters and arguments are text, which Postgres parses itself.
      serializers: { [BOOL]: (value) => (typeof value === 'string' ? value : value ? 't' : 'f'), [BYTEA]: (value) => (typeof value === 'string' ? value : `\\x${Buffer.from(value).toString('hex')}`) },
      startParams: START_PARAMETERS,
      extensions: { libraries: libraries.extension, ...(connect ? {} : EXTENSIONS) },
      ...(cluster ? { loadDataDir: cluster } : {}),
      noInitDb: connect !== undefined,
    },
  });
  await connection.driver.waitReady;
  if (connect) await connect(connection.driver);
  else trustExtensions(connection.driver.Module.FS);
  sendInOneMessage(connection.driver);
  await connection.driver.exec(`set timezone to 'UTC'`);
  // Otherwise the package's first request grants anon all rights on every table with row-level security.
  Object.assign(connection, { rlsState: 'active' });
  /** The request that has the session. */
  let asked: Request | null = null;
  // The package would run one statement for each setting.
  Object.assign(connection, {
    applyJwtSessionContext: (_transaction: unknown, context: unknown) => setTransactionSettings(connection.driver, { ...settingsOf(v.parse(contextSchema, context)), ...(asked && requestSettingsOf(asked)) }),
    // The package would set the request's settings only for calls of functions.
    applyRpcRequestGucs: () => Promise.resolve(),
    // Each request already runs in a transaction, see inTransaction. The package would run two statements to find out.
    postgresTransactionActive: () => Promise.resolve(true),
  });
  connection.harnessHoldingOuterTx = true;

  // The caller is authenticated before lite sees the request. A random key that never leaves this function identifies the claims.
  const identities = new Map<string, Claims>();
  const newApp = (aggregates: boolean) => new App({
    connection,
    auth: { enabled: false },
    storage: { enabled: false },
    studio: { enabled: false },
    api: { enabled: true, schemas: EXPOSED_SCHEMAS, max_rows: maxRows, aggregates_enabled: aggregates },
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

  const [app, appWithAggregates] = [newApp(false), newApp(true)];

  /** Lets the package handle a request in the open transaction. */
  async function ask(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const filters = new FilterValues();
    filters.hide(url, request.method);
    connection.begin({ body: await request.clone().text(), format: formatOf(request) }, filters);
    const { aggregates } = await connection.settings();
    asked = request;
    const response = await withoutErrorOutput(async () => (aggregates ? appWithAggregates : app).fetch(new Request(url, request)));
    // It would repeat the filters with their tokens.
    response.headers.delete('content-location');
    // Read the body while the session is still locked.
    return withText(response, (text) => filters.restoreInJson(text));
  }

  async function primaryKeyOf(schema: string, table: string): Promise<string[]> {
    const { primary_keys: keys } = await connection.introspect({ useCache: true });
    return keys.find((key) => key.schema === schema && key.table === table)?.columns ?? [];
  }

  const channels = new Set<() => Promise<void>>();
  const stopListening = async (): Promise<void> => {
    for (const stop of channels) await stop();
    channels.clear();
  };

  return {
    forgetSchema: () => connection.useSchema(undefined),
    save: (other) => new SessionState({ connection, libraries, stopListening }, other),
    engine: {
      query: (sql, parameters) => connection.driver.query(sql, parameters, { parsers: PLAIN_PARSERS }),
      exec: async (sql) => {
        await connection.driver.exec(sql);
      },
      listen: async (channel, callback) => {
        channels.add(await connection.driver.listen(channel, callback));
      },
      dump: () => connection.driver.dumpDataDir('none'),
      close: () => connection.driver.close(),
    },
    respond: async (request, claims) => {
      if (formatOf(request) === 'json' && isNestedDeeper(await request.clone().text(), MAX_NESTING)) return nestedTooDeep();
      const key = crypto.randomUUID();
      identities.set(key, claims);
      try {
        const headers = new Headers(request.headers);
        headers.delete('authorization');
        headers.set('apikey', key);
        const url = new URL(request.url);
        url.searchParams.delete('apikey');
        const identified = new Request(new Request(url, request), { headers });
        const { transactionEnd } = await connection.settings();
        const response = await inTransaction(connection, chosenEnd(transactionEnd, request.headers.get('prefer') ?? ''), () => askForChange(identified, { ask, primaryKeyOf, numbers }));
        return await withText(response, (text) => numbers.restore(text));
      } finally {
        identities.delete(key);
      }
    },
  };
}
