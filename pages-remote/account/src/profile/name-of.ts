import type { User } from '@atrium/page-kit/contract/auth';

/** The name that a person has given; empty for none. */
export function nameOf(user: User | null): string {
  const name: unknown = user?.user_metadata['name'];
  return typeof name === 'string' ? name : '';
}
