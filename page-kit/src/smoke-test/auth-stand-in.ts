/** Stands for any function or component of the auth remote. A module may import it while loading, but not call it. */
function notInSmokeTest(): never {
  throw new Error('The sign-in is not available while a module loads: use it in a component or in start.');
}

const authModule = {
  AuthProvider: notInSmokeTest,
  RequireAuth: notInSmokeTest,
  useAuth: notInSmokeTest,
  useSupabase: notInSmokeTest,
  verifyToken: notInSmokeTest,
  firstPageShown: () => undefined,
  auth: new Proxy({}, { get: () => notInSmokeTest }),
};

/** A container that replaces the auth remote, because page modules import `auth/auth` when their code loads. */
export const authStandIn = {
  init: () => undefined,
  get: () => () => Promise.resolve(authModule),
};
