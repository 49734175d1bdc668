import { createSignIn } from '@atrium/auth-core/sign-in';
import type { AuthModule } from '@atrium/page-kit/contract/auth';
import type { SessionScreens } from './auth-context.ts';
import { createAuthModule } from './create-auth-module.tsx';

let sessionScreens: SessionScreens | null = null;

const signIn = createSignIn({
  async loadConnect() {
    const chunk = await import('./client-chunk.tsx');
    sessionScreens = chunk;
    return chunk.connect;
  },
});

// A user with a session needs the client on every page. Its start must not wait until React has rendered the first one.
if (signIn.hasStoredSession()) signIn.start();

/** The module that the container exposes as `./auth`: exactly what the page contract promises. */
export const { AuthProvider, RequireAuth, useAuth, useSupabase, auth, firstPageShown, verifyToken, languages } = {
  ...createAuthModule({ signIn, sessionScreens: () => sessionScreens }),
  languages: {
    de: () => import(/* webpackChunkName: "de" */ './languages/de.ts'),
    ar: () => import(/* webpackChunkName: "ar" */ './languages/ar.ts'),
  },
} satisfies AuthModule;
