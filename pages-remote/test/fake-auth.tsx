import { useSyncExternalStore } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type {
  Assurance,
  Auth,
  AuthActionName,
  AuthMfa,
  AuthModule,
  AuthState,
  SupabaseClient,
  User,
} from '@atrium/page-kit/contract/auth';

/** Stands for the auth remote: a state that tests set, and actions that they answer. */

export const ada: User = {
  id: '7d1c1f53-0d3c-4b53-a3a4-3a2f4a1a0001',
  email: 'ada@example.com',
  user_metadata: { name: 'Ada' },
  app_metadata: {},
  aud: 'authenticated',
  created_at: '2026-01-01T00:00:00Z',
};

const SIGNED_OUT: AuthState = {
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

/** The levels of a person without a second factor, of one who still owes a code, and of one who has given it. */
export const ONE_MEANS: Assurance = { currentLevel: 'aal1', nextLevel: 'aal1' };
export const OWES_CODE: Assurance = { currentLevel: 'aal1', nextLevel: 'aal2' };
export const CODE_GIVEN: Assurance = { currentLevel: 'aal2', nextLevel: 'aal2' };

export const mfa = {
  assuranceLevel: jest.fn<ReturnType<AuthMfa['assuranceLevel']>, Parameters<AuthMfa['assuranceLevel']>>(),
  factors: jest.fn<ReturnType<AuthMfa['factors']>, Parameters<AuthMfa['factors']>>(),
  enroll: jest.fn<ReturnType<AuthMfa['enroll']>, Parameters<AuthMfa['enroll']>>(),
  challenge: jest.fn<ReturnType<AuthMfa['challenge']>, Parameters<AuthMfa['challenge']>>(),
  verify: jest.fn<ReturnType<AuthMfa['verify']>, Parameters<AuthMfa['verify']>>(),
  unenroll: jest.fn<ReturnType<AuthMfa['unenroll']>, Parameters<AuthMfa['unenroll']>>(),
};

export const actions = {
  register: jest.fn<ReturnType<Auth['register']>, Parameters<Auth['register']>>(),
  login: jest.fn<ReturnType<Auth['login']>, Parameters<Auth['login']>>(),
  logout: jest.fn<ReturnType<Auth['logout']>, Parameters<Auth['logout']>>(),
  resetPassword: jest.fn<ReturnType<Auth['resetPassword']>, Parameters<Auth['resetPassword']>>(),
  redeemLink: jest.fn<ReturnType<Auth['redeemLink']>, Parameters<Auth['redeemLink']>>(),
  resendConfirmation: jest.fn<ReturnType<Auth['resendConfirmation']>, Parameters<Auth['resendConfirmation']>>(),
  updatePassword: jest.fn<ReturnType<Auth['updatePassword']>, Parameters<Auth['updatePassword']>>(),
  updateEmail: jest.fn<ReturnType<Auth['updateEmail']>, Parameters<Auth['updateEmail']>>(),
  updateProfile: jest.fn<ReturnType<Auth['updateProfile']>, Parameters<Auth['updateProfile']>>(),
  retryStart: jest.fn<ReturnType<Auth['retryStart']>, Parameters<Auth['retryStart']>>(),
};

let current: Auth = { ...SIGNED_OUT, ...actions, mfa };
let client: SupabaseClient | null = null;
const listeners = new Set<() => void>();

/** Changes the state as the auth remote would: all who read it hear of it. */
export function setAuth(change: Partial<AuthState>): void {
  current = { ...current, ...change };
  for (const listener of listeners) listener();
}

export function signIn(user: User = ada, assurance: Assurance = ONE_MEANS): void {
  setAuth({ user, isAuthenticated: true, status: 'ready', assurance, ended: null });
}

export function signOut(change: Partial<AuthState> = {}): void {
  setAuth({ ...SIGNED_OUT, ...change });
}

export function setSupabase(replacement: SupabaseClient | null): void {
  client = replacement;
}

/** Back to a visitor who is signed out, with actions that nobody has answered yet. */
export function resetAuth(): void {
  for (const action of [...Object.values(actions), ...Object.values(mfa)]) action.mockReset();
  current = { ...SIGNED_OUT, ...actions, mfa };
  client = null;
}

/** The error that a failed action is rejected with. */
export function actionError(
  action: AuthActionName,
  details: { readonly code: string; readonly message?: string; readonly status?: number; readonly retryAfterSeconds?: number },
): Error {
  const { code, message = 'Message of the service', status = 400, retryAfterSeconds = null } = details;
  return Object.assign(new Error(message), { name: 'AuthActionError', action, code, status, retryAfterSeconds });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAuth(): Auth;
export function useAuth<Selection>(select: (auth: Auth) => Selection): Selection;
export function useAuth<Selection>(select?: (auth: Auth) => Selection): Auth | Selection {
  const state = useSyncExternalStore(subscribe, () => current);
  return select ? select(state) : state;
}

export const useSupabase: AuthModule['useSupabase'] = () => {
  if (!client) throw new Error('The test has set no client.');
  return client;
};

export const RequireAuth: AuthModule['RequireAuth'] = ({ children, assurance }) => {
  const { pathname, search } = useLocation();
  const { isAuthenticated, assurance: { currentLevel, nextLevel } } = useAuth();
  const next = new URLSearchParams({ next: pathname + search }).toString();
  if (!isAuthenticated) return <Navigate replace to={`/login?${next}`} />;
  if (currentLevel !== 'aal2' && nextLevel === 'aal2') return <Navigate replace to={`/login/verify?${next}`} />;
  if (currentLevel !== 'aal2' && assurance === 'aal2') return <Navigate replace to={`/account/security?needs=aal2&${next}`} />;
  return children;
};

export const AuthProvider: AuthModule['AuthProvider'] = ({ children }) => children;

export const auth: AuthModule['auth'] = {
  getAuth: () => current,
  subscribe,
  hasStoredSession: () => current.isAuthenticated,
  getSupabase: () => (client ? Promise.resolve(client) : Promise.reject(new Error('The test has set no client.'))),
};

export const firstPageShown: AuthModule['firstPageShown'] = () => undefined;

export const verifyToken: AuthModule['verifyToken'] = () => Promise.reject(new Error('The test verifies no token.'));
