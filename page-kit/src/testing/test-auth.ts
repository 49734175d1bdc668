import { act } from '@testing-library/react';
import type { Auth } from '../contract/auth.ts';
import type { NewPerson } from '../fake-backend/auth/fake-auth.ts';
import type { FakeBackend } from '../fake-backend/fake-backend.ts';
import type { MockSignIn } from './mock-sign-in/mock-sign-in.ts';
import { prepareStart, type StartOptions } from './start-state.ts';

/** What happens to the sign-in outside of the page under test. */
export class TestAuth {
  readonly #backend: FakeBackend;
  readonly #signIn: MockSignIn;

  constructor(backend: FakeBackend, signIn: MockSignIn) {
    this.#backend = backend;
    this.#signIn = signIn;
  }

  /** What `useAuth()` gives now. */
  get state(): Auth {
    return this.#signIn.getAuth();
  }

  /** Somebody logs in in another tab: this one follows. */
  async signIn(person: NewPerson | StartOptions = {}): Promise<void> {
    const options = 'email' in person ? { person } : person;
    const { stored } = await prepareStart(this.#backend, options);
    await act(async () => {
      if (stored) await this.#signIn.takeSession(stored);
    });
  }

  /** The person logs out in another tab. */
  async signOut(): Promise<void> {
    await act(() => this.#signIn.endSession('elsewhere'));
  }

  /** The service ends the session under the page: logged out everywhere on another device, or the password changed. */
  async expire(): Promise<void> {
    await act(() => this.#signIn.endSession('revoked'));
  }

  /** Ends the wait of a visit that began `starting`. */
  async finishStart(): Promise<void> {
    await act(() => this.#signIn.finishStart());
  }
}
