import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { readClaims } from './token-claims.ts';

/** Who asks, as the auth service says. */
export interface Person {
  readonly id: string;
  /** Null for somebody who signs in by telephone. */
  readonly email: string | null;
  /** Whether a second factor was shown in this session. */
  readonly level: 'aal1' | 'aal2';
}

/** What became of the question; a service that does not answer says nothing about anybody. */
export type Identification =
  | { readonly status: 'known'; readonly person: Person }
  | { readonly status: 'nobody' }
  | { readonly status: 'unavailable' };

/** The address that a mail confirmed; null for none. */
export type ConfirmedAddress = { readonly status: 'known'; readonly address: string | null } | { readonly status: 'unavailable' };

/** The backend that knows people. */
export interface PeopleService {
  readonly supabaseUrl: string;
  readonly supabaseKey: string;
}

const userSchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  email: v.nullish(v.string()),
});

/** Milliseconds for the service to answer. */
const patience = 5_000;

/** No token of the service is longer; a header of 16 kB would be refused before. */
const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/**
 * Finds out who asks, by the access token that the request brings. The service is asked each time: that it accepts the
 * token means that it is genuine and that its session was not ended. Only then the token's own claims are believed.
 */
export async function identifyPerson(request: FastifyRequest, people: PeopleService): Promise<Identification> {
  const [, token] = bearer.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined) return { status: 'nobody' };
  try {
    const answer = await ask(people, '/auth/v1/user', token);
    if (answer.status === 401 || answer.status === 403) return { status: 'nobody' };
    const { id, email } = v.parse(userSchema, await contentOf(answer));
    const claims = readClaims(token);
    if (claims?.sub !== id) return { status: 'nobody' };
    const person = { id, email: email || null, level: claims.aal };
    return { status: 'known', person };
  } catch (error) {
    reportUnavailable(request, error);
    return { status: 'unavailable' };
  }
}

/**
 * Asks the project's database for the address that the caller confirmed by a mailed link when the account was new. An account
 * that someone else registered first had to be confirmed and cleared for that (`supabase/migrations/*_account_confirmations.sql`).
 * A project without that function has confirmed no address.
 */
export async function readConfirmedAddress(request: FastifyRequest, people: PeopleService): Promise<ConfirmedAddress> {
  const [, token] = bearer.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined) return { status: 'known', address: null };
  try {
    const answer = await ask(people, '/rest/v1/rpc/account_confirmed_address', token, 'POST');
    if (answer.status === 404) return { status: 'known', address: null };
    return { status: 'known', address: v.parse(v.nullable(v.string()), await contentOf(answer)) };
  } catch (error) {
    reportUnavailable(request, error);
    return { status: 'unavailable' };
  }
}

function ask({ supabaseUrl, supabaseKey }: PeopleService, path: string, token: string, method = 'GET'): Promise<Response> {
  return fetch(supabaseUrl.replace(/\/+$/, '') + path, {
    method,
    headers: { apikey: supabaseKey, authorization: `Bearer ${token}` },
    // The token is for this address alone.
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  });
}

function contentOf(answer: Response): Promise<unknown> {
  if (!answer.ok) throw new Error(`It answered with status ${answer.status}.`);
  return answer.json();
}

function reportUnavailable(request: FastifyRequest, error: unknown): void {
  // The name alone: a message of the parser quotes what the service said of a person.
  request.log.error({ reason: error instanceof v.ValiError ? error.name : String(error) }, 'the Supabase project does not say who asks');
}
