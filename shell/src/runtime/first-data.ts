import type { Auth, AuthHandle, AuthModule } from '@atrium/page-kit/contract/auth';
import type { PageComponent } from '@atrium/page-kit/contract/page-module';
import type { LoadOutcome } from './site-source.ts';

/**
 * Lets a page start the requests for its first data for a signed-in user, before it renders. Ignores failures: the page requests
 * its data again, and reports its own failure.
 */
export async function loadFirstData({ load }: PageComponent, params: Readonly<Record<string, string>>, loadingAuth: Promise<LoadOutcome<AuthModule>>): Promise<void> {
  if (!load) return;
  const outcome = await loadingAuth;
  // Without a session, supabase-js would load before the first screen, which does not need it.
  if (!outcome.success || !outcome.value.auth.hasStoredSession()) return;
  const { auth } = outcome.value;
  try {
    const supabase = await auth.getSupabase();
    const { user, assurance } = await whenStarted(auth);
    const needsCode = assurance.nextLevel === 'aal2' && assurance.currentLevel !== 'aal2';
    if (user !== null && !needsCode) await load({ params, user, supabase });
  } catch {
    // See above.
  }
}

/** The sign-in once its start-up is over. */
function whenStarted({ getAuth, subscribe }: AuthHandle): Promise<Auth> {
  return new Promise((resolve) => {
    let unsubscribe = (): void => undefined;
    const resolveIfStarted = () => {
      const auth = getAuth();
      if (auth.status === 'starting') return;
      unsubscribe();
      resolve(auth);
    };
    unsubscribe = subscribe(resolveIfStarted);
    resolveIfStarted();
  });
}
