import type {
  LoginInput,
  MailedLink,
  MailedLinkType,
  RegisterInput,
  RegisterOutcome,
  SupabaseClient,
  User,
} from '@atrium/page-kit/contract/auth';
import { describeFailure } from '../failure/describe-failure.ts';
import { deleteAccount } from './delete-account.ts';
import { createMfaCalls, type MfaCalls } from './mfa-calls.ts';
import { forgetRegistrationSecret, keepRegistrationSecret, vouchForRegistration } from './registration-secret.ts';

/** The calls of the auth service behind the actions (specification 7.4). Each rejects with the service's error. */
export interface AuthCalls {
  register(input: RegisterInput): Promise<RegisterOutcome>;
  login(input: LoginInput): Promise<User>;
  logout(everywhere: boolean): Promise<void>;
  resetPassword(email: string): Promise<void>;
  redeemLink(link: MailedLink): Promise<void>;
  resendConfirmation(email: string, next?: string | null): Promise<void>;
  updatePassword(password: string, currentPassword: string | undefined): Promise<void>;
  updateEmail(email: string): Promise<void>;
  updateProfile(profile: { readonly name: string }): Promise<void>;
  deleteAccount(password: string): Promise<void>;
  readonly mfa: MfaCalls;
}

/**
 * Where links return that the service redeems itself (a hosted project with stock templates): the same page redeems
 * their `?code=`. Such a link does not say what it was for, so the address does. It also carries the page that a person
 * was on the way to, because the link may be opened in another browser; the page that redeems it looks whether it is of this site.
 */
function confirmAddress(type: 'email' | 'email_change' | 'recovery', next?: string | null): string {
  const query = new URLSearchParams({ type, ...(next && { next }) });
  return `${window.location.origin}/auth/confirm?${query.toString()}`;
}

function passOn({ error }: { readonly error: Error | null }): void {
  if (error !== null) throw error;
}

/**
 * What an account carries so that mails about it speak the language of the page: the primary tag, as templates compare it.
 * Not `language()` of the page kit: to share that with the code that boots would cost bytes there.
 */
function spoken(): { readonly language: string } {
  return { language: (document.documentElement.lang || 'en').replace(/-.*/, '') };
}

/** The links that can confirm a new account with the password that it was registered with. */
const CONFIRMING: ReadonlySet<MailedLinkType> = new Set(['signup', 'email', 'invite', 'magiclink']);

/** Codes of a log-out that had to refresh the token first, and learned that the session had ended before. */
const ALREADY_OVER: ReadonlySet<string> = new Set(['refresh_token_not_found', 'refresh_token_already_used', 'session_not_found', 'session_expired']);

/** What the calls do to the session of this browser without the service. */
export interface OwnSession {
  /** Drops the stored session. */
  forget(): void;
  /** Ends the session of an account that the person has deleted here. */
  endDeleted(): Promise<void>;
}

/** The calls over one client. */
export function createAuthCalls(client: SupabaseClient, session: OwnSession): AuthCalls {
  const { auth } = client;
  return {
    mfa: createMfaCalls(auth),
    async register({ email, password, name, next }) {
      const hash = await keepRegistrationSecret(email);
      const { data, error } = await auth.signUp({
        email,
        password,
        options: { data: { name, ...spoken(), ...(hash !== null && { registered_with: hash }) }, emailRedirectTo: confirmAddress('email', next) },
      });
      if (error !== null) throw error;
      if (data.session === null) return 'confirmation-sent';
      forgetRegistrationSecret();
      return 'signed-in';
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
      if (!navigator.onLine) session.forget();
      // This browser is signed out in any case. A failure means that the session may still be open at the service.
      const { error } = await auth.signOut({ scope: 'local' });
      if (error !== null && !ALREADY_OVER.has(describeFailure(error).code)) throw error;
    },
    async resetPassword(email) {
      passOn(await auth.resetPasswordForEmail(email, { redirectTo: confirmAddress('recovery') }));
    },
    async redeemLink(link) {
      if ('code' in link) passOn(await auth.exchangeCodeForSession(link.code));
      else if ('tokenHash' in link) {
        const hasVouched = CONFIRMING.has(link.type) && (await vouchForRegistration(client, link.tokenHash));
        passOn(await auth.verifyOtp({ token_hash: link.tokenHash, type: link.type }));
        if (hasVouched) forgetRegistrationSecret();
      }
      else passOn(await auth.setSession({ access_token: link.accessToken, refresh_token: link.refreshToken }));
    },
    async resendConfirmation(email, next) {
      passOn(
        await auth.resend({ type: 'signup', email, options: { emailRedirectTo: confirmAddress('email', next) } }),
      );
    },
    async updatePassword(password, currentPassword) {
      passOn(await auth.updateUser({ password, ...(currentPassword !== undefined && { current_password: currentPassword }), data: { ...spoken(), needs_password: null } }));
    },
    async updateEmail(email) {
      passOn(await auth.updateUser({ email }, { emailRedirectTo: confirmAddress('email_change') }));
    },
    async updateProfile({ name }) {
      passOn(await auth.updateUser({ data: { name, ...spoken() } }));
    },
    async deleteAccount(password) {
      await deleteAccount(client, password);
      // With the account its sessions are gone: the service has nothing to be told, and need not be reached any more.
      await session.endDeleted();
    },
  };
}
