import { PROVIDERS, type LinkedProvider, type Provider, type SupabaseClient } from '@atrium/page-kit/contract/auth';
import * as v from 'valibot';
import { describeFailure, type LogFailure } from '../errors.ts';

/** The calls for other providers. Each rejects with the service's error. */
export interface ProviderCalls {
  login(provider: Provider, next?: string | null): Promise<void>;
  linked(): Promise<readonly LinkedProvider[]>;
  link(provider: Provider, next: string): Promise<void>;
  unlink(id: string): Promise<void>;
}

/**
 * Creates the calls for one client's auth.
 * @param returnAddress where the provider returns to, to continue at `next`
 */
export function createProviderCalls(auth: SupabaseClient['auth'], returnAddress: (next?: string | null) => string, logFailure: LogFailure): ProviderCalls {
  return {
    async login(provider, next) {
      const { data, error } = await auth.signInWithOAuth({ provider, options: { redirectTo: returnAddress(next), skipBrowserRedirect: true } });
      if (error !== null) throw error;
      leaveFor(data.url);
    },
    async linked() {
      return (await identitiesOf(auth)).flatMap(readLinked);
    },
    async link(provider, next) {
      const { data, error } = await auth.linkIdentity({ provider, options: { redirectTo: returnAddress(next), skipBrowserRedirect: true } });
      if (error !== null) throw error;
      leaveFor(data.url);
    },
    async unlink(id) {
      const identity = (await identitiesOf(auth)).find(({ identity_id }) => identity_id === id);
      // Already unlinked, in another tab.
      if (!identity) return;
      const { error } = await auth.unlinkIdentity(identity);
      if (error !== null) throw error;
      // The user of the session names its providers. If that fails, the account is unlinked all the same.
      const refreshed = await auth.refreshSession();
      if (refreshed.error !== null) logFailure('unlinkProvider', describeFailure(refreshed.error));
    },
  };
}

async function identitiesOf(auth: SupabaseClient['auth']) {
  const { data, error } = await auth.getUserIdentities();
  if (error !== null) throw error;
  return data.identities;
}

/** Opens the provider's page. An address of another kind comes from no auth service. */
function leaveFor(address: string): void {
  const { protocol, href } = new URL(address);
  // Without a message, the page shows the text of the action.
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('');
  window.location.assign(href);
}

const identitySchema = v.object({
  identity_id: v.string(),
  provider: v.custom<Provider>((provider) => typeof provider === 'string' && Object.hasOwn(PROVIDERS, provider)),
  identity_data: v.fallback(v.object({ email: v.fallback(v.nullable(v.string()), null) }), { email: null }),
  created_at: v.fallback(v.string(), ''),
});

/** Skips the email identity, and providers that the site does not know. */
function readLinked(found: unknown): LinkedProvider[] {
  const parsed = v.safeParse(identitySchema, found);
  if (!parsed.success) return [];
  const { identity_id: id, provider, identity_data: { email }, created_at: createdAt } = parsed.output;
  return [{ id, provider, email, createdAt }];
}
