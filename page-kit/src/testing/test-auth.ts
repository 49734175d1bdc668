import { act } from '@testing-library/react';
import type { Auth } from '../contract/auth.ts';
import type { NewPerson } from '../fake-backend/auth/fake-auth.ts';
import { prepareVisit, type StartOptions } from './start-state.ts';
import type { TestSignIn } from './test-sign-in.ts';
import type { TestSite } from './test-site.ts';

/** Changes of the sign-in that do not come from the page under test. */
export interface TestAuth {
  /** What `useAuth()` returns now. */
  readonly state: Auth;
  /** A user logs in, in another tab of the same browser. */
  readonly signIn: (person?: NewPerson | StartOptions) => Promise<void>;
  /** The user logs out in another tab. */
  readonly signOut: () => Promise<void>;
  /** The service ends the session of the open page: after "log out everywhere" on another device, or a new password. */
  readonly expire: () => Promise<void>;
  /** Completes the start-up of a visit that began `starting`. */
  readonly finishStart: () => Promise<void>;
}

/** Creates the {@link TestAuth} of a visit. */
export function createTestAuth(site: TestSite, tab: TestSignIn): TestAuth {
  return {
    get state() {
      return tab.signIn.getAuth();
    },
    async signIn(person = {}) {
      const { stored } = await prepareVisit(site.backend, 'email' in person ? { person } : person);
      await act(async () => {
        if (stored) await tab.receiveSession(stored);
      });
    },
    signOut: () => act(() => tab.endSession('elsewhere')),
    expire: () => act(() => tab.endSession('revoked')),
    finishStart() {
      site.allowStartUp();
      return act(() => tab.start());
    },
  };
}
