import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useAuth } from 'auth/auth';

/**
 * Shows its children to everybody who is not signed in, also while that is not known yet, and sends signed-in people
 * on: those who come here by accident, and those whose log-in has just succeeded.
 */
export function SignedOutOnly({ next, children }: { readonly next: string; readonly children: ReactNode }) {
  const isSignedIn = useAuth((auth) => auth.status !== 'starting' && auth.isAuthenticated);
  return isSignedIn ? <Navigate replace to={next} /> : children;
}
