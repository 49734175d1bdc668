import { isAuthApiError, isAuthSessionMissingError, type User } from '@supabase/supabase-js';
import type { Project, ProjectClient } from './project.ts';
import { Refusal } from './refusal.ts';

/** The signed-in user who calls a function. */
export interface Caller {
  readonly user: User;
  /** A client with the user's rights. */
  readonly client: ProjectClient;
  readonly token: string;
}

/** The auth service's code for a valid token of a deleted account. */
const ACCOUNT_GONE = 'user_not_found';

/**
 * The token of a call.
 * @throws Refusal `not_signed_in` if there is none
 */
export function tokenOf(request: Request): string {
  const [, token] = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (token === undefined) throw notSignedIn();
  return token;
}

/**
 * Identifies the caller through the auth service, because only it knows whether the session has ended. The platform's own check
 * (`verify_jwt`) does not support asymmetric keys.
 * @throws Refusal `not_signed_in`; `gone` if the account was deleted; `unavailable` if the service does not respond
 */
export async function requireCaller(project: Project, request: Request): Promise<Caller> {
  const token = tokenOf(request);
  const client = project.person(token);
  const { data, error } = await client.auth.getUser(token);
  if (!error) return { user: data.user, client, token };
  // auth-js turns the code `session_not_found` into this error, which is not an AuthApiError.
  if (isAuthSessionMissingError(error)) throw notSignedIn(error);
  if (!isAuthApiError(error) || error.status >= 500) {
    throw new Refusal(503, 'unavailable', 'The sign-in service does not respond. Try again in a moment.', error);
  }
  if (error.code === ACCOUNT_GONE) throw new Refusal(401, 'gone', 'This account was deleted.', error);
  throw notSignedIn(error);
}

function notSignedIn(cause?: unknown): Refusal {
  return new Refusal(401, 'not_signed_in', 'Your session has ended. Log in again, then try again.', cause);
}
