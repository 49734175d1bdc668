import type { Assurance, AuthActionName, AuthActions } from '@atrium/page-kit/contract/auth';
import type { AuthCalls } from '../client/auth-calls.ts';
import { singleFlight } from './single-flight.ts';

/** Runs one call as an action: `loading`, `error`, the console and the typed error follow it. */
export type Perform = <Result>(action: AuthActionName, call: (calls: AuthCalls) => Promise<Result>) => Promise<Result>;

/** What is no action, and is given beside them. */
export interface OtherCalls {
  readonly retryStart: () => Promise<void>;
  readonly assuranceLevel: () => Promise<Assurance>;
}

/** The actions of the page contract, each asking once for calls in parallel with the same input. */
export function createAuthActions(perform: Perform, { retryStart, assuranceLevel }: OtherCalls): AuthActions {
  const logout = singleFlight((everywhere: boolean) => perform('logout', (calls) => calls.logout(everywhere)));
  const resendConfirmation = singleFlight(({ email, next }: { email: string; next: string | null | undefined }) =>
    perform('resendConfirmation', (calls) => calls.resendConfirmation(email, next)),
  );
  const updatePassword = singleFlight(({ password, currentPassword }: { password: string; currentPassword: string | undefined }) =>
    perform('updatePassword', (calls) => calls.updatePassword(password, currentPassword)),
  );
  const factors = singleFlight(() => perform('readFactors', ({ mfa }) => mfa.factors()));
  return {
    register: singleFlight((input) => perform('register', (calls) => calls.register(input))),
    login: singleFlight((input) => perform('login', (calls) => calls.login(input))),
    logout: (options) => logout(options?.everywhere === true),
    resetPassword: singleFlight((email) => perform('resetPassword', (calls) => calls.resetPassword(email))),
    redeemLink: singleFlight((link) => perform('redeemLink', (calls) => calls.redeemLink(link))),
    resendConfirmation: (email, next) => resendConfirmation({ email, next }),
    updatePassword: (password, currentPassword) => updatePassword({ password, currentPassword }),
    updateEmail: singleFlight((email) => perform('updateEmail', (calls) => calls.updateEmail(email))),
    updateProfile: singleFlight((profile) => perform('updateProfile', (calls) => calls.updateProfile(profile))),
    deleteAccount: singleFlight((password) => perform('deleteAccount', (calls) => calls.deleteAccount(password))),
    retryStart,
    mfa: {
      assuranceLevel,
      factors: () => factors(null),
      enroll: singleFlight((input) => perform('enroll', ({ mfa }) => mfa.enroll(input))),
      challenge: singleFlight((factorId) => perform('challenge', ({ mfa }) => mfa.challenge(factorId))),
      verify: singleFlight((input) => perform('verify', ({ mfa }) => mfa.verify(input))),
      unenroll: singleFlight((factorId) => perform('unenroll', ({ mfa }) => mfa.unenroll(factorId))),
    },
  };
}
