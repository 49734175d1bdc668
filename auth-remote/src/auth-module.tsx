import type { AuthHandle, AuthModule } from '@atrium/page-kit/contract/auth';
import type { ReactNode } from 'react';
import { languages as translations } from './languages.ts';
import { SignInProvider } from './react/sign-in-provider.tsx';
import { RequireAuth as GuardedRoute } from './react/require-auth.tsx';
import { useAuth as useSignIn } from './react/use-auth.ts';
import { useSupabase as useClient } from './react/use-supabase.ts';
import { createTabAuth } from './state/tab-auth.ts';

const tab = createTabAuth();

function TabAuthProvider({ children }: { readonly children: ReactNode }) {
  return <SignInProvider tab={tab}>{children}</SignInProvider>;
}

const handle: AuthHandle = tab;

/** What is exposed as `./auth`: what the page contract promises, no more and no less. */
export const { AuthProvider, RequireAuth, useAuth, useSupabase, auth, firstPageShown, verifyToken, languages } = {
  AuthProvider: TabAuthProvider,
  RequireAuth: GuardedRoute,
  useAuth: useSignIn,
  useSupabase: useClient,
  auth: handle,
  firstPageShown: tab.firstPageShown,
  verifyToken: tab.verifyToken,
  languages: translations,
} satisfies AuthModule;
