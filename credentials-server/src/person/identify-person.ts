import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { readClaims } from './token-claims.ts';

/** Who asks, as the auth service says. */
export interface Person {
  readonly id: string;
  /** Null for somebody who signs in by telephone. */
  readonly email: string | null;
  readonly emailConfirmed: boolean;
  /** Whether a second factor was shown in this session. */
  readonly level: 'aal1' | 'aal2';
}

/** What became of the question; a service that does not answer says nothing about anybody. */
export type Identification =
  | { readonly status: 'known'; readonly person: Person }
  | { readonly status: 'nobody' }
  | { readonly status: 'unavailable' };

/** The backend that knows people. */
export interface PeopleService {
  readonly supabaseUrl: string;
  readonly supabaseKey: string;
}

const userSchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  email: v.nullish(v.string()),
  email_confirmed_at: v.nullish(v.string()),
});

/** Milliseconds for the service to answer. */
const patience = 5_000;

/** No token of the service is longer; a header of 16 kB would be refused before. */
const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/**
 * Finds out who asks, by the access token that the request brings. The service is asked each time: that it accepts the
 * token means that it is genuine and that its session was not ended. Only then the token's own claims are believed.
 */
export async function identifyPerson(request: FastifyRequest, { supabaseUrl, supabaseKey }: PeopleService): Promise<Identification> {
  const [, token] = bearer.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined) return { status: 'nobody' };
  try {
    const answer = await fetch(`${supabaseUrl.replace(/\/+$/, '')}/auth/v1/user`, {
      headers: { apikey: supabaseKey, authorization: `Bearer ${token}` },
      // The token is for this address alone.
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    });
    if (answer.status === 401 || answer.status === 403) return { status: 'nobody' };
    if (!answer.ok) return unavailable(request, new Error(`It answered with status ${answer.status}.`));
    const { id, email, email_confirmed_at } = v.parse(userSchema, await answer.json());
    const claims = readClaims(token);
    if (claims?.sub !== id) return { status: 'nobody' };
    const person = { id, email: email || null, emailConfirmed: Boolean(email_confirmed_at), level: claims.aal };
    return { status: 'known', person };
  } catch (error) {
    return unavailable(request, error);
  }
}

function unavailable(request: FastifyRequest, error: unknown): Identification {
  // The name alone: a message of the parser quotes what the service said of a person.
  request.log.error({ reason: error instanceof v.ValiError ? error.name : String(error) }, 'the auth service does not say who asks');
  return { status: 'unavailable' };
}
