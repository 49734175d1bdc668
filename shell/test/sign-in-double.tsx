import type { Auth, AuthModule, AuthState, User } from '@atrium/page-kit/contract/auth';
import { useSyncExternalStore } from 'react';

const signedOut: AuthState = {
  user: null,
  session: null,
  loading: false,
  error: null,
  isAuthenticated: false,
  status: 'ready',
  assurance: { currentLevel: null, nextLevel: null },
  permissions: [],
  ended: null,
};

/** A user for tests. */
export const ada: User = {
  id: '5f0c6ae9-38f4-4a94-9a3f-6c7f2f0c1d11',
  email: 'ada@example.com',
  app_metadata: {},
  user_metadata: { name: 'Ada Lovelace' },
  aud: 'authenticated',
  created_at: '2026-01-01T00:00:00Z',
};

/** A double of the auth remote: its state is set by tests, and it counts log-outs. */
export function signInDouble(initial: Partial<AuthState> = {}, storedSession = false) {
  let state: AuthState = { ...signedOut, ...initial, isAuthenticated: Boolean(initial.user) };
  let logouts = 0;
  const listeners = new Set<() => void>();
  const set = (change: Partial<AuthState>) => {
    state = { ...state, ...change };
    state = { ...state, isAuthenticated: state.user !== null };
    for (const listener of listeners) listener();
  };
  const unexpected = () => Promise.reject(new Error('The shell does not call this.'));
  const actions = {
    register: unexpected,
    login: unexpected,
    logout: () => {
      logouts += 1;
      set({ user: null });
      return Promise.resolve();
    },
    requestLoginCode: unexpected,
    loginWithCode: unexpected,
    resetPassword: unexpected,
    redeemLink: unexpected,
    resendConfirmation: unexpected,
    updatePassword: unexpected,
    updateEmail: unexpected,
    updateProfile: unexpected,
    deleteAccount: unexpected,
    confirmIdentity: unexpected,
    retryStart: unexpected,
    passkeys: { isAvailable: () => false, login: unexpected, autofill: unexpected, list: unexpected, add: unexpected, rename: unexpected, remove: unexpected },
    providers: { available: () => [], login: unexpected, linked: unexpected, link: unexpected, unlink: unexpected },
    mfa: {
      assuranceLevel: unexpected,
      factors: unexpected,
      enroll: unexpected,
      challenge: unexpected,
      verify: unexpected,
      rename: unexpected,
      unenroll: unexpected,
      recoveryCodes: { status: unexpected, create: unexpected, verify: unexpected, remove: unexpected },
    },
    sessions: { list: unexpected, end: unexpected, activity: unexpected },
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const getAuth = (): Auth => ({ ...state, ...actions });
  function useAuth(): Auth;
  function useAuth<Selection>(select: (auth: Auth) => Selection): Selection;
  function useAuth<Selection>(select?: (auth: Auth) => Selection): Auth | Selection {
    const auth = useSyncExternalStore(subscribe, () => state);
    return select ? select({ ...auth, ...actions }) : { ...auth, ...actions };
  }
  const module: AuthModule = {
    AuthProvider: ({ children }) => <div data-testid="auth-provider">{children}</div>,
    useAuth,
    useSupabase: () => {
      throw new Error('The shell does not call this.');
    },
    RequireAuth: ({ children }) => children,
    firstPageShown: () => undefined,
    verifyToken: unexpected,
    auth: { getAuth, subscribe, hasStoredSession: () => storedSession, getSupabase: unexpected },
  };
  return { module, set, logouts: () => logouts };
}
