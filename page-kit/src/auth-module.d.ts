/** The auth remote as page modules import it: `import { useAuth } from 'auth/auth'`. */
declare module 'auth/auth' {
  import type { AuthModule } from '@atrium/page-kit/contract/auth';

  export const AuthProvider: AuthModule['AuthProvider'];
  export const useAuth: AuthModule['useAuth'];
  export const useSupabase: AuthModule['useSupabase'];
  export const RequireAuth: AuthModule['RequireAuth'];
  export const auth: AuthModule['auth'];
  export const verifyToken: AuthModule['verifyToken'];
}
