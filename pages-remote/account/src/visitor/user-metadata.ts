import type { User } from '@atrium/page-kit/contract/auth';

/** The name that the user entered; empty when there is none. */
export function nameOf(user: User | null): string {
  const name: unknown = user?.user_metadata['name'];
  return typeof name === 'string' ? name : '';
}

/**
 * Whether the account has no password, because its email address was confirmed in another browser than the one that registered it.
 * The database sets this flag, and saving a password removes it.
 */
export function needsPassword(user: User | null): boolean {
  return user?.user_metadata['needs_password'] === true;
}

/**
 * Whether the user can know a password of the account. Accounts that a provider created have none, and those that a mailed code created
 * have a random one.
 */
export function hasPassword(user: User | null): boolean {
  const isMailed = user?.identities?.some(({ provider }) => provider === 'email') ?? true;
  return isMailed && (user?.app_metadata.provider ?? 'email') === 'email' && !needsPassword(user);
}
