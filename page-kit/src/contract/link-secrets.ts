/** Secrets of mailed links, wherever they stand in an address (supabase/auth, internal/api/verify.go, and our mail templates). */
const TOKENS = ['token_hash', 'access_token', 'refresh_token'];

/** What the auth service puts into a fragment only: a session, or the reason why a link was refused. */
const IN_FRAGMENT = [...TOKENS, 'error_code', 'error_description'];

function holds(part: string, names: readonly string[]): boolean {
  const values = new URLSearchParams(part.slice(1));
  return names.some((name) => values.has(name));
}

/** Whether an address carries the secret of a mailed link, or says why the auth service refused one. */
export function carriesLink({ search, hash }: { readonly search: string; readonly hash: string }): boolean {
  return holds(search, TOKENS) || holds(hash, IN_FRAGMENT);
}

/** The query and fragment of an address, without what {@link carriesLink} finds in them. */
export function withoutLink({ search, hash }: { readonly search: string; readonly hash: string }): string {
  const rest = holds(hash, IN_FRAGMENT) ? '' : hash;
  if (!holds(search, TOKENS)) return search + rest;
  const query = new URLSearchParams(search);
  for (const name of TOKENS) query.delete(name);
  return (query.size > 0 ? `?${query.toString()}` : '') + rest;
}
