import * as v from 'valibot';
import { html } from '../../http/html.ts';
import { AuthError, invalid, REDIRECT_ERRORS } from '../auth-error.ts';
import { authenticate } from '../authenticate.ts';
import type { Call, Endpoint, EndpointResponse } from '../call.ts';
import { redirectAddress } from '../mail/mailing.ts';
import { notify } from '../mail/notifications.ts';
import { issueAuthCode, readCodeChallenge, saveFlowState } from '../pkce.ts';
import type { ProviderFlow } from '../provider-flows.ts';
import { accountOfIdentity, linkIdentity, providedIdentity, unlinkIdentity } from '../providers.ts';
import { issueSession } from '../sessions.ts';
import { findUserById, isBanned, readEmail } from '../users.ts';

/** `GET /authorize?provider=…`: sends the browser to the provider. */
const authorize: Endpoint = {
  method: 'GET',
  path: '/authorize',
  // A website could otherwise sign in as anyone here, in the browser of a developer who visits it.
  isPage: true,
  withoutKey: true,
  handle: (call) => ({ status: 302, headers: { location: providerPage(call, null) } }),
};

/** `GET /user/identities/authorize?provider=…`: the same, to add the provider to the user's account. */
const authorizeLinking: Endpoint = {
  method: 'GET',
  path: '/user/identities/authorize',
  async handle(call) {
    requireLinking(call);
    const { user } = await authenticate(call);
    const url = providerPage(call, user.id);
    return call.query.get('skip_http_redirect') === 'true' ? { body: { url } } : { status: 302, headers: { location: url } };
  },
};

/** Starts a flow. Returns the URL of the page that replaces the provider's. @throws AuthError `validation_failed` */
function providerPage(call: Call, linkTo: string | null): string {
  const { query, auth } = call;
  const provider = query.get('provider') ?? '';
  if (!auth.settings.providers.includes(provider)) throw invalid('Unsupported provider: provider is not enabled');
  const challenge = readCodeChallenge({ code_challenge: query.get('code_challenge') ?? '', code_challenge_method: query.get('code_challenge_method') ?? '' });
  const scopes = new Set((query.get('scopes') ?? '').split(/[\s,]+/));
  const state = auth.providerFlows.start({ provider, scopes, redirectTo: redirectAddress(call), challenge, linkTo });
  return `${auth.settings.externalUrl ?? auth.apiUrl()}/auth/v1/provider?state=${state}`;
}

const PAGE_STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  body { max-width: 24rem; margin: 12vh auto; padding: 0 1rem }
  form, label { display: grid; gap: .5rem } form { gap: 1rem; margin-block-end: 1rem }
  input, button { font: inherit; padding: .5rem .75rem } p { opacity: .75 }`;

/** `GET /provider?state=…`: the page that replaces the provider's. It asks for an email address and contacts no provider. */
const providerForm: Endpoint = {
  method: 'GET',
  path: '/provider',
  isPage: true,
  withoutKey: true,
  handle({ auth, query }) {
    const state = query.get('state') ?? '';
    const { provider } = auth.providerFlows.find(state);
    const { source } = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sign in with ${provider}</title><style>${PAGE_STYLE}</style></head>
<body><h1>Sign in with ${provider}</h1><p>For development. This page replaces the provider’s log-in. Enter the email address to sign in with.</p>
<form action="callback"><input type="hidden" name="state" value="${state}">
<label>Email <input type="email" name="email" required autofocus></label><label>Name <input name="name"></label><button>Continue</button></form>
<form action="callback"><input type="hidden" name="state" value="${state}"><input type="hidden" name="error" value="access_denied"><button>Cancel</button></form></body></html>
`;
    return { body: source, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'" } };
  },
};

/** Codes of errors that GoTrue calls `access_denied`, whatever their status (internal/api/external.go, `getErrorQueryString`). */
const DENIED_CODES: ReadonlySet<string> = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification']);

/** `GET /callback?state=…`: the browser returns from the provider. Continues at the page that started the flow. */
const callback: Endpoint = {
  method: 'GET',
  path: '/callback',
  isPage: true,
  withoutKey: true,
  async handle(call) {
    const { providerFlows } = call.auth;
    const state = call.query.get('state') ?? '';
    const flow = providerFlows.find(state);
    providerFlows.end(state);
    try {
      const denied = call.query.get('error');
      // What the provider says, without a code of the service.
      if (denied !== null) return back(flow, { error: denied, error_description: call.query.get('error_description') ?? '' });
      return back(flow, await finish(call, flow));
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      const name = DENIED_CODES.has(error.code) ? 'access_denied' : (REDIRECT_ERRORS.get(error.status) ?? 'server_error');
      return back(flow, { error: name, error_code: error.code, error_description: error.message });
    }
  },
};

/**
 * The scope that a page must request from a provider, and the service's message without it (supabase/auth, `internal/api/external.go`
 * and `external_oauth.go`): otherwise Microsoft returns no email address, and Keycloak, since version 22, no profile.
 */
const NEEDED_SCOPES: ReadonlyMap<string, { readonly scope: string; readonly message: string }> = new Map([
  ['azure', { scope: 'email', message: 'Error getting user email from external provider' }],
  ['keycloak', { scope: 'openid', message: 'Error getting user profile from external provider' }],
]);

/** Signs the provider's user in, or links the identity. Returns what the page gets: a code, or tokens in the implicit flow. */
async function finish(call: Call, { provider, scopes, linkTo, challenge }: ProviderFlow): Promise<Record<string, string>> {
  const needed = NEEDED_SCOPES.get(provider);
  if (needed && !scopes.has(needed.scope)) throw new AuthError(needed.message, { status: 500, code: 'unexpected_failure' });
  const identity = providedIdentity(provider, readEmail(call.query.get('email') ?? ''), (call.query.get('name') ?? '').trim());
  const outcome = await call.auth.database.transaction(async (queries) => {
    if (linkTo !== null) await linkIdentity(queries, linkTo, identity);
    const userId = linkTo ?? (await accountOfIdentity(call.auth, queries, identity));
    const user = await findUserById(queries, userId);
    if (!user || isBanned(user)) throw new AuthError('User is banned', { status: 403, code: 'user_banned' });
    if (challenge) {
      await saveFlowState(queries, userId, 'oauth', challenge);
      return { user, values: { code: await issueAuthCode(queries, userId, 'oauth') } };
    }
    const tokens = await issueSession(call, queries, userId, 'oauth');
    return { user, values: Object.fromEntries(['access_token', 'token_type', 'expires_in', 'expires_at', 'refresh_token'].map((name) => [name, String(tokens[name])])) };
  });
  if (linkTo !== null) await notify(call, { kind: 'identity_linked', user: outcome.user, provider });
  return outcome.values;
}

/** A code is in the query; tokens are in the fragment, and errors in both (supabase/auth, `internal/api/helpers.go`). */
function back({ redirectTo, challenge }: ProviderFlow, values: Record<string, string>): EndpointResponse {
  const address = new URL(redirectTo);
  if (challenge) for (const [name, value] of Object.entries(values)) address.searchParams.set(name, value);
  if (!('code' in values)) address.hash = new URLSearchParams(values).toString();
  return { status: 302, headers: { location: address.toString() } };
}

/** `DELETE /user/identities/:identity`: removes a provider from the user's account. */
const unlink: Endpoint = {
  method: 'DELETE',
  path: '/user/identities/:identity',
  async handle(call) {
    requireLinking(call);
    const { user } = await authenticate(call);
    const id = call.parameters['identity'] ?? '';
    if (!v.is(v.pipe(v.string(), v.uuid()), id)) throw new AuthError('identity_id must be an UUID', { status: 404, code: 'validation_failed' });
    await call.auth.database.transaction((queries) => unlinkIdentity(queries, user, id));
    await notify(call, { kind: 'identity_unlinked', user, provider: user.identities.find((identity) => identity.id === id)?.provider ?? '' });
    return { body: {} };
  },
};

function requireLinking({ auth }: Call): void {
  if (!auth.settings.manualLinkingEnabled) throw new AuthError('Manual linking is disabled', { status: 404, code: 'manual_linking_disabled' });
}

/** Sign-in with other providers, and linking them to accounts (supabase/auth, `internal/api/external.go`, `identity.go`). */
export const providerEndpoints: readonly Endpoint[] = [authorize, authorizeLinking, providerForm, callback, unlink];
