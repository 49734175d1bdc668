import { NotFakedError } from '../received-request.ts';
import { confirm, now, readEmail, type Account } from './accounts.ts';
import { authenticate, type AuthCall, type AuthEndpoint } from './auth-call.ts';
import { AuthRefusal, invalid } from './auth-refusal.ts';
import type { ProviderFlow } from './provider-flows.ts';

/** What a provider says about its user, whose address it has verified. */
interface ProvidedUser {
  readonly email: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** `GET /authorize?provider=…`: sends the browser to the provider. */
export const authorize: AuthEndpoint = (call) => redirect(providerPage(call, null));

/** `GET /user/identities/authorize?provider=…`: the same, to link an account of the provider to that of the user. */
export const authorizeLinking: AuthEndpoint = (call) => {
  const url = providerPage(call, authenticate(call).account);
  return call.query.get('skip_http_redirect') === 'true' ? { url } : redirect(url);
};

/** Begins a flow. Returns the address of the provider's page. @throws AuthRefusal `validation_failed` */
function providerPage({ query, allowedProviders, providerFlows, issuer }: AuthCall, linkTo: Account | null): string {
  const provider = query.get('provider') ?? '';
  if (!allowedProviders().includes(provider)) throw invalid('Unsupported provider: provider is not enabled');
  const redirectTo = query.get('redirect_to');
  if (redirectTo === null) throw new NotFakedError('a provider cannot send the user back without redirect_to');
  const challenge = query.get('code_challenge');
  if (challenge === null || query.get('code_challenge_method') !== 's256') throw new NotFakedError('providers need the PKCE flow with S256');
  const state = providerFlows.begin({ provider, redirectTo, challenge, linkTo });
  return `https://${provider}.example/?${new URLSearchParams({ redirect_uri: `${issuer}/callback`, state }).toString()}`;
}

/**
 * `GET /callback?state=…`: the browser comes back from the provider, with an `error`, or with the user's `email` and `name`, which a
 * real provider tells only the service. Continues at the page that began the flow.
 */
export const providerCallback: AuthEndpoint = (call) => {
  const { query, providerFlows } = call;
  const flow = providerFlows.end(query.get('state') ?? '');
  const error = query.get('error');
  if (error !== null) return back(flow, { error, error_description: query.get('error_description') ?? '' });
  const user = providedUser(call);
  try {
    const account = flow.linkTo ? link(call, flow, user, flow.linkTo) : logIn(call, flow, user);
    return back(flow, { code: providerFlows.issueCode(account, flow) });
  } catch (refusal) {
    if (!(refusal instanceof AuthRefusal)) throw refusal;
    // The service's name for every status that OAuth has no other name for.
    return back(flow, { error: 'server_error', error_code: refusal.code, error_description: refusal.message });
  }
};

/** The account that the provider's one logs in, the one with the same address, or a new one (supabase/auth, internal/models/linking.go). */
function logIn({ accounts, mailbox }: AuthCall, { provider }: ProviderFlow, { email, metadata }: ProvidedUser): Account {
  const known = accounts.byIdentity(provider, email);
  const account = known ?? accounts.byEmail(email) ?? accounts.add({ email, password: crypto.randomUUID(), confirmed: true, hasEmailIdentity: false });
  if (account.confirmedAt === null) {
    // Anyone could have registered the address.
    account.password = crypto.randomUUID();
    account.userMetadata = {};
    account.hasEmailIdentity = false;
    account.identities = [];
    mailbox.voidTokens(account, 'signup');
    confirm(account);
  }
  account.userMetadata = { ...account.userMetadata, ...metadata };
  if (!known) addIdentity(account, provider, email);
  return account;
}

/** @throws AuthRefusal `identity_already_exists` */
function link({ accounts }: AuthCall, { provider }: ProviderFlow, { email }: ProvidedUser, account: Account): Account {
  const known = accounts.byIdentity(provider, email);
  if (known) {
    const where = known === account ? '' : ' to another user';
    throw new AuthRefusal(`Identity is already linked${where}`, { status: 422, code: 'identity_already_exists' });
  }
  addIdentity(account, provider, email);
  return account;
}

/** @throws AuthRefusal `validation_failed` */
function providedUser({ query }: AuthCall): ProvidedUser {
  const email = readEmail(query.get('email') ?? '');
  const name = query.get('name');
  return { email, metadata: { sub: email, provider_id: email, email, email_verified: true, phone_verified: false, ...(name !== null && { name, full_name: name }) } };
}

function addIdentity(account: Account, provider: string, email: string): void {
  account.identities.push({ id: crypto.randomUUID(), provider, email, createdAt: now() });
  account.updatedAt = now();
}

/** A code is in the query, an error also in the fragment (supabase/auth, internal/api/external.go). */
function back({ redirectTo }: ProviderFlow, values: Readonly<Record<string, string>>): Response {
  const address = new URL(redirectTo);
  for (const [name, value] of Object.entries(values)) address.searchParams.set(name, value);
  if ('error' in values) address.hash = new URLSearchParams(values).toString();
  return redirect(address.href);
}

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location } });
}

/** `DELETE /user/identities/:id`: unlinks an account of another provider. */
export const unlinkIdentity: AuthEndpoint = (call) => {
  const { identities, hasEmailIdentity } = authenticate(call).account;
  if (identities.length + (hasEmailIdentity ? 1 : 0) <= 1) {
    throw new AuthRefusal('User must have at least 1 identity after unlinking', { status: 422, code: 'single_identity_not_deletable' });
  }
  const place = identities.findIndex(({ id }) => id === call.parameters[0]);
  if (place < 0) throw new AuthRefusal("Identity doesn't exist", { status: 422, code: 'identity_not_found' });
  identities.splice(place, 1);
  return {};
};
