/**
 * The Content-Security-Policy of a live document (design §6 and §8): no inline script or style, scripts only through
 * the shell's `default` Trusted Types policy, data only from the backend and the site's own server.
 */
export function documentPolicy({ supabaseUrl, apiBaseUrl }: { supabaseUrl: string; apiBaseUrl: string }): string {
  const backend = new URL(supabaseUrl).origin;
  const connect = ["'self'", backend, backend.replace(/^http/, 'ws')];
  if (apiBaseUrl !== '') connect.push(new URL(apiBaseUrl).origin);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob: ${backend}`,
    "font-src 'self'",
    `connect-src ${[...new Set(connect)].join(' ')}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** The policy of everything that is not a document: opened on its own, it can do nothing. */
export const inertPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";
