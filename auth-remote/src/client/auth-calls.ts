import type {
  LoginInput,
  MailedLink,
  RegisterInput,
  RegisterOutcome,
  SupabaseClient,
  User,
} from '@atrium/page-kit/contract/auth';
import { describeFailure } from '../failure/describe-failure.ts';
import { logFailure } from '../failure/log-failure.ts';
import { createMfaCalls, type MfaCalls } from './mfa-calls.ts';

/** The calls of the auth service behind the actions (specification, section 7). Each rejects with the service's error. */
export interface AuthCalls {
  register(input: RegisterInput): Promise<RegisterOutcome>;
  login(input: LoginInput): Promise<User>;
  logout(everywhere: boolean): Promise<void>;
  resetPassword(email: string): Promise<void>;
  redeemLink(link: MailedLink): Promise<void>;
  resendConfirmation(email: string): Promise<void>;
  updatePassword(password: string): Promise<void>;
  updateEmail(email: string): Promise<void>;
  updateProfile(profile: { readonly name: string }): Promise<void>;
  readonly mfa: MfaCalls;
}

/**
 * Where links return that the service redeems itself (a hosted project with stock templates): the same page redeems
 * their `?code=`. Such a link does not say what it was for, so the address does.
 */
function confirmAddress(type: 'email' | 'email_change' | 'recovery'): string {
  return `${window.location.origin}/auth/confirm?type=${type}`;
}

function passOn({ error }: { readonly error: Error | null }): void {
  if (error !== null) throw error;
}

/** The calls over one client. */
export function createAuthCalls({ auth }: SupabaseClient, forgetSession: () => void): AuthCalls {
  return {
    mfa: createMfaCalls(auth),
    async register({ email, password, name }) {
      const { data, error } = await auth.signUp({
        email,
        password,
        options: { data: { name }, emailRedirectTo: confirmAddress('email') },
      });
      if (error !== null) throw error;
      return data.session === null ? 'confirmation-sent' : 'signed-in';
    },
    async login({ email, password }) {
      const { data, error } = await auth.signInWithPassword({ email, password });
      if (error !== null) throw error;
      return data.user;
    },
    async logout(everywhere) {
      // The default scope would be global, and would keep the person signed in without a connection.
      if (everywhere) {
        passOn(await auth.signOut({ scope: 'global' }));
        return;
      }
      // signOut refreshes an expired token first, for half a minute without a connection. There is then nothing
      // that could be revoked, so this device forgets the session at once.
      if (!navigator.onLine) forgetSession();
      const { error } = await auth.signOut({ scope: 'local' });
      if (error === null) return;
      const { data } = await auth.getSession();
      if (data.session !== null) throw error;
      // This device is signed out, only the service could not be told: no failure for the person.
      logFailure('logout', describeFailure(error));
    },
    async resetPassword(email) {
      passOn(await auth.resetPasswordForEmail(email, { redirectTo: confirmAddress('recovery') }));
    },
    async redeemLink(link) {
      passOn(
        'code' in link
          ? await auth.exchangeCodeForSession(link.code)
          : await auth.verifyOtp({ token_hash: link.tokenHash, type: link.type }),
      );
    },
    async resendConfirmation(email) {
      passOn(
        await auth.resend({ type: 'signup', email, options: { emailRedirectTo: confirmAddress('email') } }),
      );
    },
    async updatePassword(password) {
      passOn(await auth.updateUser({ password }));
    },
    async updateEmail(email) {
      passOn(await auth.updateUser({ email }, { emailRedirectTo: confirmAddress('email_change') }));
    },
    async updateProfile({ name }) {
      passOn(await auth.updateUser({ data: { name } }));
    },
  };
}
