import type { AssuranceLevel } from '../contract/auth-mfa.ts';
import type { FakeBackend } from '../fake-backend/fake-backend.ts';

/** Those who visit a module: each has met every page once before it passes. */
export const VISITORS = ['signed in', 'signed in with a second factor', 'owing a code', 'signed out'] as const;

/** See {@link VISITORS}. */
export type Visitor = (typeof VISITORS)[number];

const ACCOUNTS: Readonly<Record<Exclude<Visitor, 'signed out'>, { readonly email: string; readonly hasFactor: boolean; readonly level: AssuranceLevel }>> = {
  'signed in': { email: 'ada@example.com', hasFactor: false, level: 'aal1' },
  'signed in with a second factor': { email: 'grace@example.com', hasFactor: true, level: 'aal2' },
  'owing a code': { email: 'grace@example.com', hasFactor: true, level: 'aal1' },
};

/** Registers those who sign in. */
export function addVisitors(backend: FakeBackend, permissions: readonly string[]): void {
  for (const { email, hasFactor } of Object.values(ACCOUNTS)) {
    if (backend.auth.knows(email)) continue;
    backend.auth.addPerson({ email, name: hasFactor ? 'Grace' : 'Ada', permissions, factors: hasFactor ? [{ type: 'totp', friendlyName: 'Phone' }] : [] });
  }
}

/** What the browser of a visitor keeps: the session, under the key that supabase-js makes of the host's name (specification 9.2). */
export async function storedBy(visitor: Visitor, backend: FakeBackend): Promise<{ readonly name: string; readonly value: string }[]> {
  if (visitor === 'signed out') return [];
  const { email, level } = ACCOUNTS[visitor];
  const tokens = await backend.auth.openSession(email, level);
  return [{ name: `sb-${new URL(backend.url).hostname.split('.')[0]}-auth-token`, value: JSON.stringify(tokens) }];
}
