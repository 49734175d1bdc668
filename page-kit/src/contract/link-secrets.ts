/** Secrets of mailed links, in the query or the fragment of a URL (supabase/auth, internal/api/verify.go, and our mail templates). */
const TOKENS = ['token_hash', 'access_token', 'refresh_token'];

/** What the auth service puts into a fragment only: a session, or the reason why it refused a link. */
const IN_FRAGMENT = [...TOKENS, 'error_code', 'error_description'];

/** The auth service's codes, which a browser exchanges for a session, are UUIDs (supabase/auth, internal/models/flow_state.go). */
const SESSION_CODE = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The parameters of a query that hold a secret. A `code` of another form belongs to the page. */
function secretsIn(search: string): string[] {
  const query = new URLSearchParams(search);
  const found = TOKENS.filter((name) => query.has(name));
  return query.getAll('code').some((code) => SESSION_CODE.test(code)) ? [...found, 'code'] : found;
}

function isAuthResponse(hash: string): boolean {
  const values = new URLSearchParams(hash.slice(1));
  return IN_FRAGMENT.some((name) => values.has(name));
}

/** Whether a URL carries the secret of a mailed link, or says why the auth service refused one. */
export function carriesLink({ search, hash }: { readonly search: string; readonly hash: string }): boolean {
  return secretsIn(search).length > 0 || isAuthResponse(hash);
}

/** The query and fragment of a URL, without what {@link carriesLink} finds in them. */
export function withoutLink({ search, hash }: { readonly search: string; readonly hash: string }): string {
  const rest = isAuthResponse(hash) ? '' : hash;
  const secrets = secretsIn(search);
  if (secrets.length === 0) return search + rest;
  const query = new URLSearchParams(search);
  for (const name of secrets) query.delete(name);
  return (query.size > 0 ? `?${query.toString()}` : '') + rest;
}
