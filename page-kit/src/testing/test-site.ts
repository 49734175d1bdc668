import { act } from '@testing-library/react';
import * as v from 'valibot';
import { FakeBackend } from '../fake-backend/fake-backend.ts';
import { onClockMove, startClock, stopClock } from './clock.ts';
import { MockSignIn, type MockStart } from './mock-sign-in/mock-sign-in.ts';
import { setSignIn } from './mock-sign-in/current-sign-in.ts';
import type { Tokens } from '../fake-backend/auth/sessions.ts';
import { NETWORK_NAME, type Network } from './network.ts';

/** Answers requests to another address than the backend's. */
export type AddressHandler = (request: Request) => Response | Promise<Response>;

/** A test asked for what nothing answers, or for what the fake backend does not know. It proves nothing. */
export class UnansweredRequestError extends Error {
  override readonly name = 'UnansweredRequestError';
}

/** The test runs without the kit's environment. */
export class NoNetworkError extends Error {
  override readonly name = 'NoNetworkError';
}

const BACKEND_URL = 'https://atrium-test.supabase.co';
const networkSchema = v.object({ connect: v.function() });

/** The site of one test: a backend, a network before it, and a sign-in. */
export class TestSite {
  readonly backend = new FakeBackend(BACKEND_URL);
  readonly #addresses = new Map<string, AddressHandler>();
  readonly #unanswered: string[] = [];
  #signIn: MockSignIn | null = null;
  readonly #atClose: (() => void)[] = [];

  /** Opens the network and starts the clock. */
  async open(): Promise<void> {
    startClock();
    await network().connect((request) => this.#answer(request));
    this.onClose(onClockMove(() => this.#timePassed()));
    this.onClose(this.backend.faults.onConnectionChange(tellBrowser));
  }

  /** Answers requests whose address begins so: those to services that are not the backend's. */
  answerAddress(start: string, handler: AddressHandler): void {
    this.#addresses.set(start, handler);
  }

  /** Puts a sign-in in the place of the one before: a new tab. */
  openSignIn({ start, stored }: { readonly start: MockStart; readonly stored: Tokens | null }): Promise<MockSignIn> {
    return this.#replace(start, stored && JSON.stringify(stored));
  }

  /** Another visit of the same browser, with the session that it has kept. */
  openTab(): Promise<MockSignIn> {
    return this.#replace('at-once', this.#signIn?.stored() ?? null);
  }

  async #replace(start: MockStart, stored: string | null): Promise<MockSignIn> {
    const codeVerifier = this.#signIn?.codeVerifier() ?? null;
    await this.#signIn?.close();
    this.#signIn = new MockSignIn(this.backend, { start, stored, codeVerifier });
    setSignIn(this.#signIn);
    return this.#signIn;
  }

  /** Runs when the test is over. */
  onClose(end: () => void): void {
    this.#atClose.push(end);
  }

  /** Closes everything. @throws UnansweredRequestError */
  async close(): Promise<void> {
    this.backend.faults.clear();
    for (const end of this.#atClose) end();
    await this.#signIn?.close();
    setSignIn(null);
    await network().connect(null);
    stopClock();
    localStorage.clear();
    sessionStorage.clear();
    const [first] = [...this.backend.notFaked, ...this.#unanswered];
    if (first !== undefined) throw new UnansweredRequestError(first);
  }

  async #answer(request: Request): Promise<Response | null> {
    const answer = await this.backend.answer(request);
    if (answer) return answer;
    const { backend } = this;
    if (request.url === `${location.origin}/api/supabase-credentials`) {
      return Response.json({ supabaseUrl: backend.url, supabaseKey: backend.key });
    }
    const [, handler] = [...this.#addresses].find(([start]) => request.url.startsWith(start)) ?? [];
    if (handler) return handler(request);
    const { origin, pathname } = new URL(request.url);
    this.#unanswered.push(
      `The page asked ${request.method} ${origin}${pathname}, which nothing in the test answers. Answer it: network.answer('${origin}${pathname}', () => Response.json(…)).`,
    );
    return null;
  }

  /** A connection that was away for a time is back when the time is over, and the sign-in looks at its session. */
  async #timePassed(): Promise<void> {
    await act(async () => {
      this.backend.faults.timePassed();
      await this.#signIn?.lookAtSession();
    });
  }
}

/** What browsers tell pages when the connection goes or comes back. */
function tellBrowser(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

let site: TestSite | null = null;

/** The site of the test that runs. @throws NoNetworkError outside of a test, or without the kit's set-up file */
export function testSite(): TestSite {
  if (!site) throw new NoNetworkError("There is no test site. Put preset: '@atrium/page-kit' into the Jest configuration, and use the kit inside of tests.");
  return site;
}

/** Opens the site of a test. */
export async function openTestSite(): Promise<void> {
  site = new TestSite();
  await site.open();
}

/** Closes the site of a test. @throws UnansweredRequestError */
export async function closeTestSite(): Promise<void> {
  const closing = site;
  site = null;
  await closing?.close();
}

function network(): Network {
  const found: unknown = Reflect.get(globalThis, NETWORK_NAME);
  if (!isNetwork(found)) throw new NoNetworkError("The tests run without the kit's environment. Put preset: '@atrium/page-kit' into the Jest configuration.");
  return found;
}

function isNetwork(found: unknown): found is Network {
  return v.is(networkSchema, found);
}
