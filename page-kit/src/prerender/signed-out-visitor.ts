import type { AuthState } from '../contract/auth.ts';

/** The sign-in of a visitor without a session, before it has started: what every prerendered page shows. */
const STATE: AuthState = {
  user: null,
  session: null,
  loading: true,
  error: null,
  isAuthenticated: false,
  status: 'starting',
  assurance: { currentLevel: null, nextLevel: null },
  permissions: [],
  ended: null,
};

/** A page calls an action of the sign-in while it renders, which would run again for every render. */
class ActionWhileRenderingError extends Error {
  override readonly name = 'ActionWhileRenderingError';
}

function refuse(): never {
  throw new ActionWhileRenderingError('A prerendered page cannot use the sign-in while it renders: call it in an effect or a handler.');
}

function refuseClient(): never {
  throw new ActionWhileRenderingError('A prerendered page has no Supabase client while it renders: put <Suspense> around the component that calls useSupabase.');
}

/** The state, with actions that refuse to run. */
const VISITOR: unknown = new Proxy(STATE, { get: (state, key) => (key in state ? (Reflect.get(state, key) as unknown) : refuse) });

/** Stands for the auth remote while pages are prerendered. */
export const SIGNED_OUT_VISITOR = {
  AuthProvider: ({ children }: { readonly children: unknown }) => children,
  // A guarded page shows nothing to visitors.
  RequireAuth: () => null,
  useAuth: (select: (auth: unknown) => unknown = (auth) => auth) => select(VISITOR),
  useSupabase: refuseClient,
  verifyToken: refuse,
  firstPageShown: () => undefined,
  auth: {
    getAuth: () => VISITOR,
    subscribe: () => () => undefined,
    hasStoredSession: () => false,
    getSupabase: refuse,
  },
};
