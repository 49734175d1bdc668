import type { User } from '@atrium/page-kit/contract/auth';

/**
 * Whether the account has no password, because its address was confirmed in another browser than the one that registered it.
 * The database puts the mark there, and saving a password removes it.
 */
export function needsPassword(user: User | null): boolean {
  return user?.user_metadata['needs_password'] === true;
}
