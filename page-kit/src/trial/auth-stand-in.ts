/** Stands for any function or component of the auth remote: it may be held, not used, while a module is loaded. */
function notInTrial(): never {
  throw new Error('There is no sign-in while a module is loaded: use it in a component, or in start.');
}

const authModule = {
  AuthProvider: notInTrial,
  RequireAuth: notInTrial,
  useAuth: notInTrial,
  useSupabase: notInTrial,
  verifyToken: notInTrial,
  firstPageShown: () => undefined,
  auth: new Proxy({}, { get: () => notInTrial }),
};

/** A container in the auth remote's place: page modules import `auth/auth` when their code is loaded. */
export const authStandIn = {
  init: () => undefined,
  get: () => () => Promise.resolve(authModule),
};
