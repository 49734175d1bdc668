import type { AuthModule } from '@atrium/page-kit/contract/auth';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { AuthContext, useAuth, useAuthContext, useSupabase, type AuthContextValue } from './auth-context.ts';
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
      return (
        <AuthContext value={context}>
          {children}
          <AskedConfirmation />
        </AuthContext>
      );
    },
    RequireAuth,
    useAuth,
    useSupabase,
    auth: signIn,
    firstPageShown: signIn.firstPageShown,
    verifyToken: signIn.verifyToken,
  };
}

/** The dialog for `confirmIdentity`, in front of the page that asks. */
function AskedConfirmation() {
  const { signIn: { confirmation }, sessionScreens } = useAuthContext();
  const isAsked = useSyncExternalStore(confirmation.subscribe, confirmation.isAsked);
  const screens = isAsked ? sessionScreens() : null;
  return screens && <screens.ConfirmIdentity onCancel={() => confirmation.answer(false)} onConfirmed={() => confirmation.answer(true)} />;
}
