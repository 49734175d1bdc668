import { act } from '@testing-library/react';
import type { Auth } from '../contract/auth.ts';
import type { NewPerson } from '../fake-backend/auth/fake-auth.ts';
import { prepareVisit, type StartOptions } from './start-state.ts';
import type { TestSignIn } from './test-sign-in.ts';
import type { TestSite } from './test-site.ts';

/** Changes of the sign-in that do not come from the page under test. */
export class TestAuth {
  readonly #site: TestSite;
  readonly #tab: TestSignIn;

  constructor(site: TestSite, tab: TestSignIn) {
    this.#site = site;
    this.#tab = tab;
  }

  /** What `useAuth()` returns now. */
  get state(): Auth {
    return this.#tab.signIn.getAuth();
  }

  /** A user logs in, in another tab of the same browser. */
  async signIn(person: NewPerson | StartOptions = {}): Promise<void> {
    const options = 'email' in person ? { person } : person;
    const { stored } = await prepareVisit(this.#site.backend, options);
    await act(async () => {
      if (stored) await this.#tab.receiveSession(stored);
    });
  }

  /** The user logs out in another tab. */
  async signOut(): Promise<void> {
    await act(() => this.#tab.endSession('elsewhere'));
  }

  /** The service ends the session of the open page: after "log out everywhere" on another device, or a new password. */
  async expire(): Promise<void> {
    await act(() => this.#tab.endSession('revoked'));
  }

  /** Completes the start-up of a visit that began `starting`. */
  async finishStart(): Promise<void> {
    this.#site.allowStartUp();
    await act(() => this.#tab.start());
  }
}
