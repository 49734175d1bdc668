import { readCode } from '@atrium/page-kit/one-time-code';
import type {
  LoginCodeInput,
  LoginInput,
  MailedLink,
  MailedLinkType,
  RegisterInput,
  RegisterOutcome,
  SupabaseClient,
  User,
} from '@atrium/page-kit/contract/auth';
import { describeFailure, type LogFailure } from './errors.ts';
import { createSessionCalls, deleteAccount, type SessionCalls } from './function-calls.ts';
import { createIdentityCalls, type IdentityCalls } from './methods/identity.ts';
import { createPasskeyCalls, type PasskeyCalls } from './methods/passkeys.ts';
import { createProviderCalls, type ProviderCalls } from './methods/providers.ts';
import { createRecoveryCodeCalls, type RecoveryCodeCalls } from './methods/recovery-codes.ts';
import { throwIfFailed, userOf } from './methods/result.ts';
import { createSecondFactorCalls, type SecondFactorCalls } from './methods/second-factor.ts';
import { createRegistrationSecret, removeRegistrationSecret, vouchForRegistration } from './registration-secret.ts';

/** The calls of the auth service behind the actions (specification 7.4). Each rejects with the service's error. */
export interface AuthCalls {
  register(input: RegisterInput): Promise<RegisterOutcome>;
  login(input: LoginInput): Promise<User>;
  requestLoginCode(email: string, next?: string | null): Promise<void>;
  loginWithCode(input: LoginCodeInput): Promise<User>;
  logout(everywhere: boolean): Promise<void>;
  resetPassword(email: string): Promise<void>;
  redeemLink(link: MailedLink): Promise<void>;
  resendConfirmation(email: string, next?: string | null): Promise<void>;
  updatePassword(password: string, currentPassword: string | undefined): Promise<void>;
  updateEmail(email: string): Promise<void>;
  updateProfile(profile: { readonly name: string }): Promise<void>;
  deleteAccount(password: string | undefined): Promise<void>;
  readonly identity: IdentityCalls;
  readonly mfa: SecondFactorCalls;
  readonly recoveryCodes: RecoveryCodeCalls;
  readonly passkeys: PasskeyCalls;
  readonly providers: ProviderCalls;
  readonly sessions: SessionCalls;
}

/** Changes of this browser's session that need no request. */
export interface LocalSession {
  /** Removes the stored session. */
  remove(): void;
  /** The id of the stored session. */
  id(): string | null;
  /** Ends the session with this id, whose account the user deleted here. */
  endDeleted(id: string | null): Promise<void>;
  /** Creates a client that has no session, and stores none. */
  openSeparateClient(): SupabaseClient;
}

/** Links that can confirm a new account. Before redeeming one, this browser vouches for the password that it registered. */
const CONFIRMING_LINKS: ReadonlySet<MailedLinkType> = new Set(['signup', 'email', 'invite', 'magiclink']);

/** Error codes of a log-out whose session had already ended when it tried to refresh the token. */
const SESSION_GONE: ReadonlySet<string> = new Set(['refresh_token_not_found', 'refresh_token_already_used', 'session_not_found', 'session_expired']);

/** What the calls use besides the client and its session. */
interface CallOptions {
  /** Opens a page of another site in this tab. */
  readonly leaveFor: (address: string) => void;
  readonly logFailure: LogFailure;
}

/** Creates the calls for one client. */
export function createAuthCalls(client: SupabaseClient, session: LocalSession, { leaveFor, logFailure }: CallOptions): AuthCalls {
  const { auth } = client;
  return {
    identity: createIdentityCalls({
      client,
      openSeparateClient: () => session.openSeparateClient(),
      linkAddress: () => confirmAddress('magiclink', window.location.pathname),
      logFailure,
    }),
    mfa: createSecondFactorCalls(client, logFailure),
    recoveryCodes: createRecoveryCodeCalls(auth),
    passkeys: createPasskeyCalls(auth),
    providers: createProviderCalls(auth, { returnAddress: (next) => confirmAddress('provider', next), leaveFor, logFailure }),
    sessions: createSessionCalls(client),
    async register({ email, password, name, next }) {
      const hash = await createRegistrationSecret(email);
      const { data, error } = await auth.signUp({
        email,
        password,
        options: { data: { name, ...pageLanguage(), ...(hash !== null && { registered_with: hash }) }, emailRedirectTo: confirmAddress('email', next) },
      });
      if (error !== null) throw error;
      if (data.session === null) return 'confirmation-sent';
      removeRegistrationSecret();
      // An invitation had already made the account: the service has signed the user in, but ignored the name and the password.
      if (data.session.user.user_metadata['name'] !== name) {
        throwIfFailed(await auth.updateUser({ password, data: { name, ...pageLanguage(), needs_password: null } }));
      }
      return 'signed-in';
    },
    async login({ email, password }) {
      return userOf(await auth.signInWithPassword({ email, password }));
    },
    async requestLoginCode(email, next) {
      // The data is for a new account, which has no name and no password yet: pages ask for both.
      const data = { ...pageLanguage(), needs_password: true };
      throwIfFailed(await auth.signInWithOtp({ email, options: { data, emailRedirectTo: confirmAddress('magiclink', next) } }));
    },
    async loginWithCode({ email, code }) {
      return userOf(await auth.verifyOtp({ email, token: readCode(code), type: 'email' }));
    },
    async logout(everywhere) {
      if (everywhere) {
        throwIfFailed(await auth.signOut({ scope: 'global' }));
        return;
      }
      // signOut first refreshes an expired token, for half a minute while offline. Nothing can be revoked then, so the
      // session is removed right away.
      if (!navigator.onLine) session.remove();
      // Not the default scope, global, which would leave the user signed in while offline. This browser is signed out in any
      // case; a failure means that the service may still have the session.
      const { error } = await auth.signOut({ scope: 'local' });
      if (error !== null && !SESSION_GONE.has(describeFailure(error).code)) throw error;
    },
    async resetPassword(email) {
      throwIfFailed(await auth.resetPasswordForEmail(email, { redirectTo: confirmAddress('recovery') }));
    },
    async redeemLink(link) {
      if ('code' in link) throwIfFailed(await auth.exchangeCodeForSession(link.code));
      else if ('tokenHash' in link) {
        const hasVouched = CONFIRMING_LINKS.has(link.type) && (await vouchForRegistration(client, link.tokenHash));
        throwIfFailed(await auth.verifyOtp({ token_hash: link.tokenHash, type: link.type }));
        if (hasVouched) removeRegistrationSecret();
      } else {
        throwIfFailed(await auth.setSession({ access_token: link.accessToken, refresh_token: link.refreshToken }));
        // `setSession` takes the expiry from the token, by the service's clock (specification 9.3).
        throwIfFailed(await auth.refreshSession());
      }
    },
    async resendConfirmation(email, next) {
      throwIfFailed(await auth.resend({ type: 'signup', email, options: { emailRedirectTo: confirmAddress('email', next) } }));
    },
    async updatePassword(password, currentPassword) {
      const current = currentPassword !== undefined && { current_password: currentPassword };
      throwIfFailed(await auth.updateUser({ password, ...current, data: { ...pageLanguage(), needs_password: null } }));
    },
    async updateEmail(email) {
      throwIfFailed(await auth.updateUser({ email }, { emailRedirectTo: confirmAddress('email_change') }));
    },
    async updateProfile({ name }) {
      throwIfFailed(await auth.updateUser({ data: { name, ...pageLanguage() } }));
    },
    async deleteAccount(password) {
      const id = session.id();
      await deleteAccount(client, password);
      // The sessions were deleted with the account, so the service needs no log-out.
      await session.endDeleted(id);
    },
  };
}

/**
 * The redirect URL for links that the auth service verifies itself (a hosted project with stock templates). The page at this
 * URL redeems their `?code=`. Such a link does not say what it is for, so the URL carries `type`. It also carries the page
 * that the user wanted, because the link can be opened in another browser; the page that redeems it accepts only paths of the site.
 */
function confirmAddress(type: 'email' | 'email_change' | 'magiclink' | 'recovery' | 'provider', next?: string | null): string {
  const query = new URLSearchParams({ type, ...(next && { next }) });
  return `${window.location.origin}/auth/confirm?${query.toString()}`;
}

/**
 * The language of the page, stored in the account so that its mails use it: the primary tag, which the templates compare.
 * Not `language()` of page-kit: sharing that with the code that boots would cost bytes there.
 */
function pageLanguage(): { readonly language: string } {
  return { language: (document.documentElement.lang || 'en').replace(/-.*/, '') };
}
