import { isAuthApiError, isAuthSessionMissingError, type User } from '@supabase/supabase-js';
import type { Project, ProjectClient } from './project.ts';
import { Refusal } from './refusal.ts';

/** Who calls a function. */
export interface Caller {
  readonly user: User;
  /** What the policies let them do. */
  readonly client: ProjectClient;
  readonly token: string;
}

/** What the auth service says where somebody is no more whose token still lives. */
const GONE = 'user_not_found';

/**
 * The token of a call.
 * @throws Refusal `not_signed_in` where there is none
 */
export function tokenOf(request: Request): string {
  const [, token] = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (token === undefined) throw notSignedIn();
  return token;
}

/**
 * Asks the auth service whose token it is: it alone knows whether the session was ended since. The platform's own check
 * (`verify_jwt`) does not know tokens of asymmetric keys.
 * @throws Refusal `not_signed_in`; `gone` where the person was deleted; `unavailable` where the service does not answer
 */
export async function requireCaller(project: Project, request: Request): Promise<Caller> {
  const token = tokenOf(request);
  const client = project.person(token);
  const { data, error } = await client.auth.getUser(token);
  if (!error) return { user: data.user, client, token };
  // What auth-js makes of `session_not_found`: an answer of the service, though no AuthApiError.
  if (isAuthSessionMissingError(error)) throw notSignedIn(error);
  if (!isAuthApiError(error) || error.status >= 500) {
    throw new Refusal(503, 'unavailable', 'The sign-in service does not answer. Try again in a while.', error);
  }
  if (error.code === GONE) throw new Refusal(401, 'gone', 'This account was deleted.', error);
  throw notSignedIn(error);
}

function notSignedIn(cause?: unknown): Refusal {
  return new Refusal(401, 'not_signed_in', 'Your session has ended. Log in again, then try again.', cause);
}
