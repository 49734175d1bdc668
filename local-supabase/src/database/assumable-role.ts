import * as v from 'valibot';
import type { Queries } from './database.ts';

const everydayRoles = new Set(['anon', 'authenticated', 'service_role']);

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
  if (everydayRoles.has(role)) return;
  const found = await queries.first(
    v.object({ rolname: v.string() }),
    `select rolname from pg_roles where rolname = $1 and rolname <> 'authenticator' and pg_has_role('authenticator', oid, 'member')`,
    [role],
  );
  if (!found) throw new RoleError(role);
}
