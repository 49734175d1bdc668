import type { Session, SupabaseClient, User } from '@supabase/supabase-js';
import type { ComponentType, ReactNode } from 'react';
import type { Assurance, AssuranceLevel, AuthMfa } from './auth-mfa.ts';
import type { AuthPasskeys } from './auth-passkeys.ts';
import type { AuthProviders } from './auth-providers.ts';
import type { AuthSessions } from './auth-sessions.ts';
import type { Languages } from './languages.ts';
import type { VerifyToken } from './verify-token.ts';

export type { Session, SupabaseClient, User };
export type * from './auth-mfa.ts';
export type * from './auth-passkeys.ts';
export * from './auth-providers.ts';
export type * from './auth-sessions.ts';
export type * from './verify-token.ts';

/** The state of the sign-in's start-up: reading the existing session, done, or failed (see {@link AuthActions.retryStart}). */
export type AuthStatus = 'starting' | 'ready' | 'failed';

/**
 * Why the last session of this tab ended other than by a log-out in this tab: another tab logged out (`elsewhere`), the
 * service ended the session (`revoked`: ended on another device, logged out everywhere, or password changed), or the account was deleted, in this tab
 * or on another device (`deleted`).
 */
export type SessionEnd = 'elsewhere' | 'revoked' | 'deleted';

/** The sign-in state (specification 3.1). */
export interface AuthState {
  /** The signed-in user, or null. */
  readonly user: User | null;
  /** The session with its tokens; null exactly when {@link user} is null. */
  readonly session: Session | null;
  /** True while the start-up or an action is running. */
  readonly loading: boolean;
  /** Message of the last failed action or start-up, for users; null after the next action has started. */
  readonly error: string | null;
  /** True exactly when {@link user} is set. */
  readonly isAuthenticated: boolean;
  /** Whether the start-up is running, has finished or has failed. */
  readonly status: AuthStatus;
  /**
   * The assurance level, from the session's token and the factors that have been read since. Guards use it because it is known
   * immediately (specification 4.10). Both levels are null without a session.
   */
  readonly assurance: Assurance;
  /**
   * The user's permissions, such as `orders.approve`, from `app_metadata.permissions` of the session's token, which only the
   * service can set. Like {@link assurance}, they only control what is shown. Row-level policies must enforce them with
   * `auth.jwt() -> 'app_metadata' -> 'permissions'`.
   */
  readonly permissions: readonly string[];
  /** Why the last session ended; null with a session, and after a log-out in this tab. */
  readonly ended: SessionEnd | null;
}

/** The actions that can fail with an {@link AuthActionError}. */
export type AuthActionName =
  | 'start'
  | 'login'
  | 'logout'
  | 'register'
  | 'requestLoginCode'
  | 'loginWithCode'
  | 'resetPassword'
  | 'redeemLink'
  | 'resendConfirmation'
  | 'updatePassword'
  | 'updateEmail'
  | 'updateProfile'
  | 'deleteAccount'
  | 'readFactors'
  | 'enroll'
  | 'challenge'
  | 'verify'
  | 'renameFactor'
  | 'unenroll'
  | 'readRecoveryCodes'
  | 'createRecoveryCodes'
  | 'verifyRecoveryCode'
  | 'removeRecoveryCodes'
  | 'loginWithPasskey'
  | 'readPasskeys'
  | 'addPasskey'
  | 'renamePasskey'
  | 'removePasskey'
  | 'loginWithProvider'
  | 'readProviders'
  | 'linkProvider'
  | 'unlinkProvider'
  | 'readSessions'
  | 'endSession'
  | 'readActivity';

/** The error of a failed action. Its `message` is the text of {@link AuthState.error}. */
export interface AuthActionError extends Error {
  readonly name: 'AuthActionError';
  /** The action that failed. `start` is the start-up. */
  readonly action: AuthActionName;
  /** The auth service's error code, such as `invalid_credentials`; `network`, `timeout` or `unknown` without one. */
  readonly code: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Seconds until the service accepts another attempt, if it says so. */
  readonly retryAfterSeconds: number | null;
  /** The error of supabase-js, or of the network. */
  readonly cause: unknown;
}

/** What {@link AuthActions.register} needs of a new user. */
export interface RegisterInput {
  readonly email: string;
  /** At least as long and as strong as the project requires; otherwise `register` fails with the code `weak_password`. */
  readonly password: string;
  /** How the site addresses the user. It is stored in `user_metadata.name`. */
  readonly name: string;
  /** Path of this site to open after the user has confirmed the email address with a mailed link. */
  readonly next?: string | null;
}

/** An email address and its password. */
export interface LoginInput {
  readonly email: string;
  readonly password: string;
}

/** A code from a mail, and the address that it was sent to. */
export interface LoginCodeInput {
  /** The address that the mail was sent to. */
  readonly email: string;
  /** The digits of the mail, on any device. */
  readonly code: string;
}

/** `signed-in`, or `confirmation-sent` if the user must first confirm the email address with a mailed link. */
export type RegisterOutcome = 'signed-in' | 'confirmation-sent';

/**
 * The content of a mailed link: a token hash (for any device), a PKCE code (for the browser that requested it), or the session
 * itself (default mails that were not requested on this site, such as an invitation from the project's dashboard).
 */
export type MailedLink =
  | { readonly tokenHash: string; readonly type: MailedLinkType }
  | { readonly code: string }
  | { readonly accessToken: string; readonly refreshToken: string };

/** The kinds of mailed links of the auth service. */
export type MailedLinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change' | 'email';

/**
 * The actions. The functions never change and may be destructured. Each sets `loading` and clears `error`; on failure, it sets
 * `error` and rejects with an {@link AuthActionError} (specification 4.5).
 */
export interface AuthActions {
  /**
   * Creates an account. Fails with the code `user_already_exists` if the project tells that the address has one, and with
   * `weak_password` if the project requires a stronger password.
   */
  readonly register: (input: RegisterInput) => Promise<RegisterOutcome>;
  /**
   * Logs in with a password. Fails with the code `invalid_credentials` for an unknown address as for a wrong password, and with
   * `email_not_confirmed` before the address was confirmed. A user with a second factor then has the level `aal1`.
   */
  readonly login: (input: LoginInput) => Promise<User>;
  /**
   * Requests a mail with a code and a link, each of which logs in without a password. Where the project takes new accounts, an
   * unknown address gets one. The result is the same for known and unknown email addresses. The link opens `next`.
   */
  readonly requestLoginCode: (email: string, next?: string | null) => Promise<void>;
  /** Logs in with the code of a mail. A wrong, used or old code fails with the code `otp_expired`. */
  readonly loginWithCode: (input: LoginCodeInput) => Promise<User>;
  /**
   * Ends this session. It always signs this browser out, even without a connection; it rejects if the service could not be
   * notified. `everywhere` also ends the user's other sessions; if it rejects, no session has ended.
   */
  readonly logout: (options?: { readonly everywhere?: boolean }) => Promise<void>;
  /** Requests a mailed reset link. The result is the same for known and unknown email addresses. */
  readonly resetPassword: (email: string) => Promise<void>;
  /**
   * Redeems the content of a mailed link, which replaces the session of this browser. Fails with the code `otp_expired` if the link was
   * used or is too old. Call it when the user presses a button: mail scanners open links too.
   */
  readonly redeemLink: (link: MailedLink) => Promise<void>;
  /** Requests another confirmation mail, whose link opens `next`. The result is the same for known and unknown email addresses. */
  readonly resendConfirmation: (email: string, next?: string | null) => Promise<void>;
  /**
   * Saves a new password. A project can also require the current one: without it, the action then fails with the code
   * `current_password_required`, except in a session that a reset link opened.
   */
  readonly updatePassword: (password: string, currentPassword?: string) => Promise<void>;
  /**
   * Requests a change of the email address, which takes effect when the user opens the mailed link, or the links in both mailboxes if
   * the project requires both.
   */
  readonly updateEmail: (email: string) => Promise<void>;
  /** Saves the name of the user in `user_metadata.name`. It stays when the user logs in with a provider that has another one. */
  readonly updateProfile: (profile: { readonly name: string }) => Promise<void>;
  /**
   * Deletes the account and its data, and ends every session of the user. It requires the password, and the level `aal2` for a
   * user with a second factor. An account without a password requires a recent sign-in instead ({@link AuthActions.confirmIdentity}),
   * otherwise it fails with the code `reauthentication_needed`. After a failure, calling it again continues the deletion.
   */
  readonly deleteAccount: (password?: string) => Promise<void>;
  /**
   * Call it before a dangerous action. If the user logged in more than `maxAge` seconds ago, a dialog asks them to confirm that it is
   * them, with their password, a passkey or a mailed code, and the code of their second factor. Resolves with false if the user
   * cancels or is signed out: do nothing then. It changes neither `loading` nor `error`, and only guides the user; see
   * {@link RequireAuthProps.maxAge}.
   */
  readonly confirmIdentity: (maxAge: number) => Promise<boolean>;
  /** Repeats a failed start-up. Resolves when the existing session has been read. */
  readonly retryStart: () => Promise<void>;
  /** The second factor. */
  readonly mfa: AuthMfa;
  /** Passkeys. */
  readonly passkeys: AuthPasskeys;
  /** Log-in with other providers. */
  readonly providers: AuthProviders;
  /** The sessions of the user, on every device. */
  readonly sessions: AuthSessions;
}

/** The result of `useAuth()`. Only the state changes, never the actions. */
export interface Auth extends AuthState, AuthActions {}

/** The sign-in outside React: for a module's `start`, and for other code outside of components. */
export interface AuthHandle {
  /** The present state, and the actions. */
  readonly getAuth: () => Auth;
  /** Calls the listener after each change of the state. Returns the function that unsubscribes it. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Whether this browser stores a session. It is known immediately, before the start-up has finished. Without one, screens can
   * treat the user as signed out while `status` is `starting`.
   */
  readonly hasStoredSession: () => boolean;
  /** The only Supabase client. Rejects if the credentials cannot be loaded. */
  readonly getSupabase: () => Promise<SupabaseClient>;
}

/** Reads the sign-in. With a selector, the component renders again only if the selection changes (`Object.is`). */
export interface UseAuth {
  (): Auth;
  <Selection>(select: (auth: Auth) => Selection): Selection;
}

/** What a page requires of its user. */
export interface RequireAuthProps {
  /** Rendered only for users who may see it. */
  readonly children: ReactNode;
  /**
   * The level that the page requires. By default, every signed-in user may see it; a user with a verified factor who has not entered
   * a code is redirected to `/login/verify`. With `aal2`, a user without a factor is asked to set one up.
   */
  readonly assurance?: AssuranceLevel;
  /** The permission that the page requires ({@link AuthState.permissions}). Other users see that the page is not for them. */
  readonly permission?: string;
  /**
   * The page requires that the user logged in, or confirmed that it is them, within this many seconds. Other users confirm it in front
   * of the page, which then continues. While the page is open, it is hidden once the time is over, and keeps its state. A code of a
   * second factor alone does not count: with an open session, anyone can add a factor. It only controls what is shown. A service that
   * needs it enforced checks `amr` in the token.
   */
  readonly maxAge?: number;
}

/** The module `./auth` of the auth remote. */
export interface AuthModule {
  /** Gives the sign-in to its children. The shell renders it once, around all pages. */
  readonly AuthProvider: ComponentType<{ readonly children: ReactNode }>;
  /** Reads the sign-in in a component. */
  readonly useAuth: UseAuth;
  /** The only Supabase client. Suspends the component until it has loaded; throws if it cannot be loaded. */
  readonly useSupabase: () => SupabaseClient;
  /** Shows its children to signed-in users and redirects others to `/login?next=…`. */
  readonly RequireAuth: ComponentType<RequireAuthProps>;
  /** The sign-in for code outside of components. */
  readonly auth: AuthHandle;
  /**
   * Tells the auth remote that the first page is on screen, so that it loads what first screens do not need: supabase-js, for a
   * visitor without a stored session. For the shell only; an action or `getSupabase` does not wait for it.
   */
  readonly firstPageShown: () => void;
  /** Verifies an access token of the project with its public keys. */
  readonly verifyToken: VerifyToken;
  /** Its texts in languages other than English. For the shell only. */
  readonly languages?: Languages;
}
