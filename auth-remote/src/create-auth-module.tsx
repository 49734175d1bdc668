import type { AuthModule } from '@atrium/page-kit/contract/auth';
import { useEffect, type ReactNode } from 'react';
import { AuthContext, useAuth, useSupabase, type AuthContextValue } from './auth-context.ts';
import { RequireAuth } from './require-auth.tsx';

/** Creates the exposed module for a sign-in. */
export function createAuthModule(context: AuthContextValue): AuthModule {
  const { signIn } = context;
  return {
    AuthProvider: ({ children }: { readonly children: ReactNode }) => {
      // Unmounting ends nothing: the sign-in belongs to the tab.
      useEffect(() => {
        signIn.start();
      }, []);
      return <AuthContext value={context}>{children}</AuthContext>;
    },
    RequireAuth,
    useAuth,
    useSupabase,
    auth: signIn,
    firstPageShown: signIn.firstPageShown,
    verifyToken: signIn.verifyToken,
  };
}
