import type { AuthModule } from '@atrium/page-kit/contract/auth';

/** Whether a session is stored here of which it is not known yet if it still holds: nobody is greeted before that. */
export function useUndecided({ useAuth, auth }: AuthModule): boolean {
  return useAuth(({ status }) => status === 'starting') && auth.hasStoredSession();
}
