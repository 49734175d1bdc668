import type { RequireAuthProps } from '@atrium/page-kit/contract/auth';
import { Navigate, useLocation } from 'react-router-dom';
import { SignInFailed } from './sign-in-failed.tsx';
import { text } from '../messages.ts';
import { useAuth } from './use-auth.ts';
import { useTabAuth } from './use-tab-auth.ts';

/** Shows its children to signed-in people and leads everybody else to `/login?next=…`. */
export function RequireAuth({ children }: RequireAuthProps) {
  const tab = useTabAuth();
  const isAuthenticated = useAuth((auth) => auth.isAuthenticated);
  const status = useAuth((auth) => auth.status);
  const { pathname, search, hash } = useLocation();

  if (isAuthenticated) return children;
  if (status === 'failed') return <SignInFailed />;
  if (status === 'starting' && tab.hasStoredSession()) {
    return (
      <div className="atrium-page">
        <p role="status" className="atrium-muted">
          {text('guard.checking')}
        </p>
      </div>
    );
  }
  return <Navigate to={`/login?next=${encodeURIComponent(pathname + search + hash)}`} replace />;
}
