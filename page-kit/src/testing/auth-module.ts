import { createAuthModule } from '@atrium/auth-remote/create-auth-module';
import * as sessionScreens from '@atrium/auth-remote/client-chunk';
import { currentSignIn } from './current-sign-in.ts';

/** The auth remote for tests: `import … from 'auth/auth'` gives this module. */
export const { AuthProvider, RequireAuth, useAuth, useSupabase, auth, firstPageShown, verifyToken } = createAuthModule({
  signIn: currentSignIn,
  sessionScreens: () => sessionScreens,
});
