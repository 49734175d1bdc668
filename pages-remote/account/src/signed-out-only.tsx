import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useAuth } from 'auth/auth';
import { withNextPath } from './next-path.ts';

/**
 * Shows its children to everybody who is not signed in, also while that is not known yet, and sends signed-in people
 * on: those who come here by accident, and those whose log-in has just succeeded. People with a second factor give its
 * code on the way.
 */
export function SignedOutOnly({ next, children }: { readonly next: string; readonly children: ReactNode }) {
  const isSignedIn = useAuth((auth) => auth.status !== 'starting' && auth.isAuthenticated);
  const owesCode = useAuth(({ assurance }) => assurance.currentLevel !== assurance.nextLevel);
  if (!isSignedIn) return children;
  return <Navigate replace to={owesCode ? withNextPath('/login/verify', next) : next} />;
}
