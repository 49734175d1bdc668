import { PROVIDERS, type LinkedProvider, type Provider, type SupabaseClient } from '@atrium/page-kit/contract/auth';
import { AuthApiError, type User, type UserIdentity } from '@supabase/supabase-js';
import * as v from 'valibot';
import { describeFailure, type LogFailure } from '../errors.ts';
import { throwIfFailed, userOf } from './result.ts';

/** The calls for other providers. Each rejects with the service's error. */
export interface ProviderCalls {
  login(provider: Provider, next?: string | null): Promise<void>;
  linked(): Promise<readonly LinkedProvider[]>;
  link(provider: Provider, next: string): Promise<void>;
  unlink(id: string): Promise<void>;
}

/** What the calls use. */
interface ProviderOptions {
  /** Where the provider returns to, to continue at `next`. */
  readonly returnAddress: (next?: string | null) => string;
  /** Opens a page of another site in this tab. */
  readonly leaveFor: (address: string) => void;
  readonly logFailure: LogFailure;
}

/** Creates the calls for one client's auth. */
export function createProviderCalls(auth: SupabaseClient['auth'], { returnAddress, leaveFor, logFailure }: ProviderOptions): ProviderCalls {
  return {
    async login(provider, next) {
      const { data, error } = await auth.signInWithOAuth({ provider, options: optionsFor(provider, returnAddress(next)) });
      if (error !== null) throw error;
      leaveFor(webAddress(data.url));
    },
    async linked() {
      return (userOf(await auth.getUser()).identities ?? []).flatMap(readLinked);
    },
    async link(provider, next) {
      const { data, error } = await auth.linkIdentity({ provider, options: optionsFor(provider, returnAddress(next)) });
      if (error !== null) throw error;
      leaveFor(webAddress(data.url));
    },
    async unlink(id) {
      const user = userOf(await auth.getUser());
      const identity = user.identities?.find(({ identity_id }) => identity_id === id);
      // Already unlinked, in another tab.
      if (!identity) return;
      // The database refuses it too, but the auth service hides the reason.
      if (changesAddress(identity, user)) throw new AuthApiError('The account needs this identity for its email address', 422, 'identity_of_address');
      throwIfFailed(await auth.unlinkIdentity(identity));
      // The user of the session names its providers. If that fails, the account is unlinked all the same.
      const refreshed = await auth.refreshSession();
      if (refreshed.error !== null) logFailure('unlinkProvider', describeFailure(refreshed.error));
    },
  };
}

/**
 * Scopes that the auth service does not ask for by itself: without them, Microsoft tells no email address and Keycloak nothing at all,
 * and the log-in fails (https://supabase.com/docs/guides/auth/social-login/auth-azure, …/auth-keycloak).
 */
const SCOPES: Readonly<Partial<Record<Provider, string>>> = { azure: 'email', keycloak: 'openid' };

function optionsFor(provider: Provider, redirectTo: string) {
  const scopes = SCOPES[provider];
  return { redirectTo, skipBrowserRedirect: true, ...(scopes !== undefined && { scopes }) };
}

/** Whether the account would get another email address if an identity were removed. The service itself keeps the last identity of an account. */
function changesAddress(identity: UserIdentity, { email, identities = [] }: User): boolean {
  const others = identities.filter((other) => other !== identity);
  return others.length > 0 && (email ?? '') !== '' && others.every(({ identity_data: data }) => String(data?.['email']).toLowerCase() !== email);
}

/** The address of the provider's page. One of another kind comes from no auth service. */
function webAddress(address: string): string {
  const { protocol, href } = new URL(address);
  // Without a message, the page shows the text of the action.
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('');
  return href;
}

const identitySchema = v.object({
  identity_id: v.string(),
  provider: v.string(),
  identity_data: v.fallback(v.object({ email: v.fallback(v.nullable(v.string()), null) }), { email: null }),
  created_at: v.fallback(v.string(), ''),
});

/** Identities that are the account's own address and number. */
const OWN_IDENTITIES = ['email', 'phone'];

/** The prefix of a provider that the project defines itself. */
const CUSTOM = /^custom:/;

const KNOWN_NAMES: ReadonlyMap<string, string> = new Map(Object.entries(PROVIDERS));

function readLinked(found: unknown): LinkedProvider[] {
  const parsed = v.safeParse(identitySchema, found);
  if (!parsed.success || OWN_IDENTITIES.includes(parsed.output.provider)) return [];
  const { identity_id: id, provider, identity_data: { email }, created_at: createdAt } = parsed.output;
  return [{ id, provider, name: KNOWN_NAMES.get(provider) ?? provider.replace(CUSTOM, ''), email, createdAt }];
}
