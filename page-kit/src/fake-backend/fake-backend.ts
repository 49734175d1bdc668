import * as v from 'valibot';
import { FakeAuth } from './auth/fake-auth.ts';
import type { StoredSession } from './auth/sessions.ts';
import { accountFunctions, deleteAccount, runFunction, type FunctionHandler } from './fake-functions.ts';
import { Faults } from './faults.ts';
import { NotFakedError, readServicePath, readRequest, type ReceivedRequest } from './received-request.ts';
import { FakeRealtime } from './fake-realtime.ts';
import { respondForTable } from './fake-rest.ts';
import { FakeTable } from './fake-table.ts';
import { RestRefusal } from './rest-refusal.ts';
import type { Caller } from './values.ts';
import { FakeStorage } from './fake-storage.ts';

/**
 * A Supabase project in memory, for the requests that supabase-js sends for page modules. It refuses and records requests that it does
 * not support. Its core turns a request into a response, so that any kind of server can use it.
 */
export class FakeBackend {
  /** URL of the project. */
  readonly url: string;
  /** Its publishable key. */
  readonly key: string = 'sb_publishable_fake';
  readonly auth: FakeAuth;
  readonly storage = new FakeStorage();
  readonly realtime = new FakeRealtime(
    (token) => this.#callerOfToken(token),
    (name) => this.#tables.get(name),
  );
  readonly faults = new Faults();
  /** The received requests, the newest last. */
  readonly requests: ReceivedRequest[] = [];
  /** Descriptions of unsupported requests. A test with any of them proves nothing. */
  readonly notFaked: string[] = [];
  readonly #tables = new Map<string, FakeTable>();
  readonly #functions = new Map<string, FunctionHandler>();
  readonly #databaseFunctions = new Map<string, FunctionHandler>();

  constructor(url: string) {
    this.url = url.replace(/\/$/, '');
    this.auth = new FakeAuth(`${this.url}/auth/v1`);
    this.function('account-delete', deleteAccount(this.auth));
    for (const [name, handler] of Object.entries(accountFunctions(this.auth))) this.databaseFunction(name, handler);
  }

  /** A table, which is created if it does not exist. */
  table(name: string): FakeTable {
    const table = this.#tables.get(name) ?? new FakeTable(name, (change) => this.realtime.sendChange(change));
    this.#tables.set(name, table);
    return table;
  }

  /** Sets the handler of a server function (`/functions/v1/name`). */
  function(name: string, handler: FunctionHandler): void {
    this.#functions.set(name, handler);
  }

  /** Sets the handler of a database function (`client.rpc(name)`). */
  databaseFunction(name: string, handler: FunctionHandler): void {
    this.#databaseFunctions.set(name, handler);
  }

  /** Responds to a request as the project would; null for a URL outside of the project. Never rejects because of the request. */
  async answer(request: Request): Promise<Response | null> {
    const url = new URL(request.url);
    const target = url.origin === new URL(this.url).origin ? readServicePath(url) : null;
    if (!target) return null;
    const preflightResponse = preflight(request);
    if (preflightResponse) return preflightResponse;
    const received = await readRequest(request, url, target);
    this.requests.push(received);
    return readable(await this.faults.respond(received, () => this.#respondOrRefuse(request, url, received)));
  }

  async #respondOrRefuse(request: Request, url: URL, received: ReceivedRequest): Promise<Response> {
    try {
      const response = await this.#act(request, url, received);
      if (response) return response;
      throw new NotFakedError('there is no such endpoint');
    } catch (error) {
      if (error instanceof RestRefusal) return error.toResponse();
      if (!(error instanceof NotFakedError) && !isMalformed(error)) throw error;
      const text = `The fake backend does not know ${received.method} ${url.pathname}: ${error.message}. Test it against a real project, or answer it with backend.function or network.answer.`;
      this.notFaked.push(text);
      return Response.json({ code: 'not_faked', message: text, details: null, hint: null }, { status: 501 });
    }
  }

  async #act(request: Request, url: URL, received: ReceivedRequest): Promise<Response | null> {
    const { service, path } = received;
    if (service === 'auth') return this.auth.answer(request, url, path);
    const caller = this.#callerOf(request);
    if (caller instanceof Response) return caller;
    if (service === 'storage') return this.storage.answer(request, url, path, caller);
    const name = decodeURIComponent(path.replace(/^\/(rpc\/)?/, ''));
    if (service === 'functions') return this.#run(this.#functions.get(name), request, received, caller) ?? missingFunction();
    if (path.startsWith('/rpc/')) return this.#run(this.#databaseFunctions.get(name), request, received, caller) ?? missingDatabaseFunction(name);
    const table = this.#tables.get(name);
    return table ? respondForTable(received, table, (other) => this.#tables.get(other), caller) : missingTable(name);
  }

  #run(handler: FunctionHandler | undefined, request: Request, received: ReceivedRequest, caller: Caller | null): Promise<Response> | null {
    return handler ? runFunction(handler, { request, body: received.body, caller }) : null;
  }

  /** The caller of a request, or the response that refuses its token (as PostgREST does). */
  #callerOf(request: Request): Caller | null | Response {
    const bearer = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    if (bearer === undefined || bearer === this.key) return null;
    const session = this.auth.readToken(bearer);
    if (session === 'expired') return Response.json({ code: 'PGRST303', message: 'JWT expired', details: null, hint: null }, { status: 401 });
    if (session === 'unknown') {
      return Response.json({ code: 'PGRST301', message: 'No suitable key or wrong key type', details: null, hint: null }, { status: 401 });
    }
    return callerOf(session);
  }

  #callerOfToken(token: string | null): Caller | null {
    const session = token === null ? 'unknown' : this.auth.readToken(token);
    return typeof session === 'string' ? null : callerOf(session);
  }
}

/** Whether the error is about the content of a request: broken JSON, a body without what the endpoint needs, or a URL with a broken escape. */
function isMalformed(error: unknown): error is Error {
  return error instanceof SyntaxError || error instanceof URIError || v.isValiError(error);
}

function callerOf({ account, aal: assurance }: StoredSession): Caller {
  const { id, email, appMetadata, factors } = account;
  const needsCode = assurance === 'aal1' && factors.some(({ status }) => status === 'verified');
  const permissions = Array.isArray(appMetadata['permissions']) ? appMetadata['permissions'].map(String) : [];
  return { id, email, permissions, assurance, needsCode };
}

function missingTable(name: string): Response {
  const hint = `A test names the tables of its pages: backend.table('${name}').`;
  return Response.json({ code: 'PGRST205', message: `Could not find the table 'public.${name}' in the schema cache`, details: null, hint }, { status: 404 });
}

function missingDatabaseFunction(name: string): Response {
  const hint = `A test provides the database functions of its pages: backend.databaseFunction('${name}', …).`;
  return Response.json({ code: 'PGRST202', message: `Could not find the function public.${name} in the schema cache`, details: null, hint }, { status: 404 });
}

function missingFunction(): Response {
  return Response.json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, { status: 404 });
}

/** Responds to a preflight request (Fetch standard, "CORS-preflight request"): every origin is allowed, as on a hosted project. */
function preflight(request: Request): Response | null {
  if (request.method !== 'OPTIONS' || !request.headers.has('access-control-request-method')) return null;
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '3600',
    },
  });
}

/** Lets pages of any origin read a response. */
function readable(response: Response): Response {
  if (response.type === 'error') return response;
  response.headers.set('access-control-allow-origin', '*');
  response.headers.set('access-control-expose-headers', 'Content-Range, Retry-After, X-Supabase-Api-Version');
  return response;
}
