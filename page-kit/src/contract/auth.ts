import type { Session, SupabaseClient, User } from '@supabase/supabase-js';
import type { ComponentType, ReactNode } from 'react';
import type { Assurance, AssuranceLevel, AuthMfa } from './auth-mfa.ts';
import type { Languages } from './languages.ts';
import type { VerifyToken } from './verify-token.ts';

export type { Session, SupabaseClient, User };
export type * from './auth-mfa.ts';
export type * from './verify-token.ts';

/** Where the start-up of the sign-in is: reading the existing session, done, or failed (see {@link AuthActions.retryStart}). */
export type AuthStatus = 'starting' | 'ready' | 'failed';

/**
 * Why the last session of this tab ended other than by a log-out in this tab: another tab logged out (`elsewhere`), the
 * service ended the session (`revoked`: logged out everywhere, or password changed), or the account was deleted, in this tab
 * or on another device (`deleted`).
 */
export type SessionEnd = 'elsewhere' | 'revoked' | 'deleted';

/** The sign-in state (specification 3.1). */
export interface AuthState {
  readonly user: User | null;
  readonly session: Session | null;
  /** True while the start-up or an action is running. */
  readonly loading: boolean;
  /** Message of the last failed action or start-up, made for people; null after the next action begins. */
  readonly error: string | null;
  /** True exactly when {@link user} is set. */
  readonly isAuthenticated: boolean;
  readonly status: AuthStatus;
  /**
   * How sure it is who signed in, from the session's token and the factors known since: what guards decide from at
   * once (specification 4.10). Both are null without a session.
   */
  readonly assurance: Assurance;
  /**
   * What the person may do besides what everybody signed in may, such as `orders.approve`: the texts in
   * `app_metadata.permissions` of the session's token, which only the service can set. A signpost like
   * {@link assurance}: row-level policies decide, by `auth.jwt() -> 'app_metadata' -> 'permissions'`.
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
  | 'unenroll';

/** What a failed action is rejected with. `message` is the text that {@link AuthState.error} shows. */
export interface AuthActionError extends Error {
  readonly name: 'AuthActionError';
  readonly action: AuthActionName;
  /** The auth service's error code, such as `invalid_credentials`; `network`, `timeout` or `unknown` where it gave none. */
  readonly code: string;
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** Seconds until the service accepts another try, where it said so. */
  readonly retryAfterSeconds: number | null;
  readonly cause: unknown;
}

export interface RegisterInput {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  /** Path of this site to go on to, where the address has to be confirmed by a mailed link first. */
  readonly next?: string | null;
}

export interface LoginInput {
  readonly email: string;
  readonly password: string;
}

/** `signed-in`, or `confirmation-sent` where the address has to be confirmed by mail first. */
export type RegisterOutcome = 'signed-in' | 'confirmation-sent';

/**
 * What a mailed link carries: a token hash (any device), a PKCE code (only the browser that asked for it), or the session
 * itself (stock mails that nobody on this site asked for, such as an invitation from the project's dashboard).
 */
export type MailedLink =
  | { readonly tokenHash: string; readonly type: MailedLinkType }
  | { readonly code: string }
  | { readonly accessToken: string; readonly refreshToken: string };

/** The kinds of mailed links that the auth service knows. */
export type MailedLinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change' | 'email';

/**
 * The actions: functions that never change and may be taken out of the object. Each sets `loading`, clears `error`,
 * and on failure sets `error` and rejects with an {@link AuthActionError} (specification 4.5).
 */
export interface AuthActions {
  readonly register: (input: RegisterInput) => Promise<RegisterOutcome>;
  readonly login: (input: LoginInput) => Promise<User>;
  /**
   * Ends this session. This browser is signed out in any case, also without a connection; a failure means that the service
   * could not be told. With `everywhere`, ends the person's other sessions too, and after a failure none.
   */
  readonly logout: (options?: { readonly everywhere?: boolean }) => Promise<void>;
  /** Asks for a reset link by mail. Resolves alike for known and unknown addresses. */
  readonly resetPassword: (email: string) => Promise<void>;
  readonly redeemLink: (link: MailedLink) => Promise<void>;
  /** Asks for another confirmation mail, of which the link goes on to `next`. Resolves alike for known and unknown addresses. */
  readonly resendConfirmation: (email: string, next?: string | null) => Promise<void>;
  /**
   * Saves a new password. A project can ask for the current one, too: without it the action then fails with the code
   * `current_password_required`, except in a session that a reset link opened.
   */
  readonly updatePassword: (password: string, currentPassword?: string) => Promise<void>;
  /**
   * Asks for another address. It changes when the mailed link was opened, or, where the project asks both mailboxes, both
   * links.
   */
  readonly updateEmail: (email: string) => Promise<void>;
  readonly updateProfile: (profile: { readonly name: string }) => Promise<void>;
  /**
   * Deletes the account with all that belongs to it, and ends every session of the person. Takes the password once more, and
   * the level `aal2` of whoever has a second factor. Can be repeated after a failure: it goes on where it stopped.
   */
  readonly deleteAccount: (password: string) => Promise<void>;
  /** Starts again after a failed start-up; resolves when the existing session has been read. */
  readonly retryStart: () => Promise<void>;
  /** The second factor. */
  readonly mfa: AuthMfa;
}

/** What `useAuth()` gives. The actions never change; only the state does. */
export interface Auth extends AuthState, AuthActions {}

/** The sign-in outside React: for a module's `start` and for code that is no component. */
export interface AuthHandle {
  readonly getAuth: () => Auth;
  /** Calls the listener after each change of the state. Gives back the function that ends it. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Whether this browser keeps a session, known at once, before the start-up is over. While `status` is `starting`
   * and there is none, the person is signed out for all that screens need to know.
   */
  readonly hasStoredSession: () => boolean;
  /** The one Supabase client; rejects when the credentials cannot be had. */
  readonly getSupabase: () => Promise<SupabaseClient>;
}

/** Reads the sign-in. With a selector, the component renders again only when the selection changes (`Object.is`). */
export interface UseAuth {
  (): Auth;
  <Selection>(select: (auth: Auth) => Selection): Selection;
}

export interface RequireAuthProps {
  readonly children: ReactNode;
  /**
   * The level that the page needs. Left out, a signed-in person passes, but one who has a verified factor and has not
   * given a code is led to `/login/verify` all the same. With `aal2`, a person without a factor is led to set one up.
   */
  readonly assurance?: AssuranceLevel;
  /** What the person needs to be allowed ({@link AuthState.permissions}); others are told that the page is not for them. */
  readonly permission?: string;
}

/** What the auth remote exposes as `./auth`. */
export interface AuthModule {
  readonly AuthProvider: ComponentType<{ readonly children: ReactNode }>;
  readonly useAuth: UseAuth;
  /** The one Supabase client. Suspends the component until it is there; throws when it cannot be had. */
  readonly useSupabase: () => SupabaseClient;
  /** Shows its children to signed-in people and leads everybody else to `/login?next=…`. */
  readonly RequireAuth: ComponentType<RequireAuthProps>;
  readonly auth: AuthHandle;
  /**
   * Tells the auth remote that the first page is on screen: what no first screen needs (supabase-js, for a visitor
   * without a stored session) is fetched from now on. For the shell only; an action or `getSupabase` does not wait.
   */
  readonly firstPageShown: () => void;
  readonly verifyToken: VerifyToken;
  /** Its texts in other languages than English. For the shell only. */
  readonly languages?: Languages;
}
