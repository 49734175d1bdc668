import type { Queries } from '../../database/database.ts';
import { userColumns, userRow } from './user-row.ts';
import type { UserRow } from './user-row.ts';

/** Token columns of `auth.users` by which a mail link finds its user. */
export type TokenColumn = 'confirmation_token' | 'recovery_token' | 'email_change_token_new' | 'email_change_token_current';

/** The user of an id. */
export function findUserById(queries: Queries, id: string): Promise<UserRow | undefined> {
  return queries.first(userRow, `select ${userColumns} from auth.users u where u.id = $1`, [id]);
}

/** The user of an address, in lower case. */
export function findUserByEmail(queries: Queries, email: string): Promise<UserRow | undefined> {
  return queries.first(userRow, `select ${userColumns} from auth.users u where u.email = $1 and not u.is_sso_user`, [email.toLowerCase()]);
}

/** The user one of whose columns holds the token. An empty token belongs to nobody. */
export async function findUserByToken(queries: Queries, token: string, columns: readonly TokenColumn[]): Promise<UserRow | undefined> {
  if (token === '') return undefined;
  const condition = columns.map((column) => `u.${column} = $1`).join(' or ');
  return queries.first(userRow, `select ${userColumns} from auth.users u where ${condition}`, [token]);
}

/** The user whose change of address a typed code may confirm: from the new mailbox, or from the current one. */
export function findUserForEmailChange(queries: Queries, email: string, hash: string, both: boolean): Promise<UserRow | undefined> {
  const fits = (column: TokenColumn): string => `u.${column} in ($2, 'pkce_' || $2)`;
  const fromCurrent = both ? ` or (u.email = $1 and ${fits('email_change_token_current')})` : '';
  return queries.first(
    userRow,
    `select ${userColumns} from auth.users u where (u.email_change = $1 and ${fits('email_change_token_new')})${fromCurrent}`,
    [email, hash],
  );
}

/** Whether a user may not sign in for now. */
export function isBanned(user: UserRow): boolean {
  return user.banned_until !== null && Date.parse(user.banned_until) > Date.now();
}
