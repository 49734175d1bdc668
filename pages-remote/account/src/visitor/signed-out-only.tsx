import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useAuth } from 'auth/auth';
import { withNextPath } from './next-path.ts';

/**
 * Shows its children to signed-out visitors, and while the sign-in is still starting. Sends signed-in users on to `next`,
 * including those who have just logged in here; users with a second factor enter its code first.
 */
export function SignedOutOnly({ next, children }: { readonly next: string; readonly children: ReactNode }) {
  const isSignedIn = useAuth((auth) => auth.status !== 'starting' && auth.isAuthenticated);
  const needsCode = useAuth(({ assurance }) => assurance.currentLevel !== assurance.nextLevel);
  if (!isSignedIn) return children;
  return <Navigate replace to={needsCode ? withNextPath('/login/verify', next) : next} />;
}
