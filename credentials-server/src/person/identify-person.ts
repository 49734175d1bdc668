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

const settingsSchema = v.object({ mailer_autoconfirm: v.boolean() });

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
    const answer = await ask(people, '/user', { authorization: `Bearer ${token}` });
    if (answer.status === 401 || answer.status === 403) return { status: 'nobody' };
    const { id, email, email_confirmed_at } = v.parse(userSchema, await contentOf(answer));
    const claims = readClaims(token);
    if (claims?.sub !== id) return { status: 'nobody' };
    const person = { id, email: email || null, emailConfirmed: Boolean(email_confirmed_at), level: claims.aal };
    return { status: 'known', person };
  } catch (error) {
    reportUnavailable(request, error);
    return { status: 'unavailable' };
  }
}

/** Whether the project mails a link before an address counts as confirmed; null where the service does not say. */
export async function confirmsByMail(request: FastifyRequest, people: PeopleService): Promise<boolean | null> {
  try {
    return !v.parse(settingsSchema, await contentOf(await ask(people, '/settings'))).mailer_autoconfirm;
  } catch (error) {
    reportUnavailable(request, error);
    return null;
  }
}

function ask({ supabaseUrl, supabaseKey }: PeopleService, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${supabaseUrl.replace(/\/+$/, '')}/auth/v1${path}`, {
    headers: { apikey: supabaseKey, ...headers },
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
  request.log.error({ reason: error instanceof v.ValiError ? error.name : String(error) }, 'the auth service does not say who asks');
}
