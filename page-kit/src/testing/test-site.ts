import { SIGN_IN_ATTRIBUTE } from '@atrium/releases/wire';
import { act } from '@testing-library/react';
import * as v from 'valibot';
import { FakeBackend } from '../fake-backend/fake-backend.ts';
import { onClockMove, startClock, stopClock } from './clock.ts';
import { setCurrentSignIn } from './current-sign-in.ts';
import { socketsTo } from './network/fake-socket.ts';
import { NETWORK_NAME, type Network } from './network/network.ts';
import { PasskeyDevice } from './passkey-device.ts';
import { ProviderPage } from './provider-page.ts';
import type { StartUp, Visit } from './start-state.ts';
import { TestSignIn } from './test-sign-in.ts';

/** Responds to requests to another URL than the backend's. */
export type AddressHandler = (request: Request) => Response | Promise<Response>;

/** The page sent a request that nothing handles, or that the fake backend does not support: the test proves nothing. */
export class UnhandledRequestError extends Error {
  override readonly name = 'UnhandledRequestError';
}

/** The test runs without the kit's environment. */
class NoNetworkError extends Error {
  override readonly name = 'NoNetworkError';
}

const BACKEND_URL = 'https://atrium-test.supabase.co';
const networkSchema = v.object({ connect: v.function() });

/** The site of one test: a backend, a network in front of it, and a sign-in. */
export class TestSite {
  readonly backend = new FakeBackend(BACKEND_URL);
  readonly passkeys = new PasskeyDevice();
  readonly providerPage = new ProviderPage(this.backend);
  readonly #addresses = new Map<string, AddressHandler>();
  readonly #unhandled: string[] = [];
  readonly #atClose: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];
  #startUp: StartUp = 'succeeds';
  #signIn: TestSignIn | null = null;

  /** Opens the network and starts the clock. */
  async open(): Promise<void> {
    startClock();
    await network().connect((request) => this.#respond(request));
    this.onClose(onClockMove(() => this.#timePassed()));
    this.onClose(this.backend.faults.onConnectionChange(tellBrowser));
    const { WebSocket: original } = globalThis;
    Object.assign(globalThis, { WebSocket: socketsTo(this.backend) });
    this.onClose(() => Object.assign(globalThis, { WebSocket: original }));
  }

  /** Sets the handler of requests whose URL begins with `start`: those to other services than the backend. */
  handleAddress(start: string, handler: AddressHandler): void {
    this.#addresses.set(start, handler);
  }

  /** Begins a visit, which replaces the one before; by default with the session that the browser stores. */
  openTab(visit?: Visit): TestSignIn {
    const before = this.#signIn;
    const stored = visit ? visit.stored && JSON.stringify(visit.stored) : (before?.storedSession() ?? null);
    if (visit) before?.removeSession();
    this.#startUp = visit?.startUp ?? 'succeeds';
    this.#signIn = new TestSignIn(this.backend, stored, before, (address) => this.providerPage.open(address));
    setCurrentSignIn(this.#signIn.signIn);
    return this.#signIn;
  }

  /** Lets a start-up succeed: the one that waits, or the next try after a failed one. */
  allowStartUp(): void {
    this.#startUp = 'succeeds';
    for (const resume of this.#waiting.splice(0)) resume();
  }

  /** Marks the document with sign-in methods that the project allows, as the site's server does. */
  allowMethods(...names: readonly string[]): void {
    const { documentElement } = document;
    const before = documentElement.getAttribute(SIGN_IN_ATTRIBUTE);
    documentElement.setAttribute(SIGN_IN_ATTRIBUTE, [...(before?.split(' ') ?? []), ...names].join(' '));
    this.onClose(() => documentElement.removeAttribute(SIGN_IN_ATTRIBUTE));
  }

  /** Calls the function when the test is over. */
  onClose(end: () => void): void {
    this.#atClose.push(end);
  }

  /** Closes everything. @throws UnhandledRequestError */
  async close(): Promise<void> {
    this.backend.faults.clear();
    for (const end of this.#atClose) end();
    this.#signIn?.close();
    setCurrentSignIn(null);
    await network().connect(null);
    stopClock();
    localStorage.clear();
    sessionStorage.clear();
    const [first] = [...this.backend.notFaked, ...this.#unhandled];
    if (first !== undefined) throw new UnhandledRequestError(first);
  }

  async #respond(request: Request): Promise<Response | null> {
    const response = await this.backend.answer(request);
    if (response) return response;
    if (request.url === `${location.origin}/api/supabase-credentials`) return this.#sendCredentials();
    const [, handler] = [...this.#addresses].find(([start]) => request.url.startsWith(start)) ?? [];
    if (handler) return handler(request);
    const { origin, pathname } = new URL(request.url);
    this.#unhandled.push(
      `The page requested ${request.method} ${origin}${pathname}, which nothing in the test handles. Respond to it: network.answer('${origin}${pathname}', () => Response.json(…)).`,
    );
    return null;
  }

  /** The site's own server: a sign-in starts up when it has the credentials. */
  async #sendCredentials(): Promise<Response> {
    if (this.#startUp === 'fails') return Response.error();
    if (this.#startUp === 'waits') await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return Response.json({ supabaseUrl: this.backend.url, supabaseKey: this.backend.key });
  }

  /** Reconnects when the time offline is over, and refreshes a token that is about to expire. */
  async #timePassed(): Promise<void> {
    await act(async () => {
      this.backend.faults.notifyConnection();
      await this.#signIn?.checkExpiry();
    });
  }
}

/** Sends the page the browser's events for a lost or restored connection. */
function tellBrowser(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

let site: TestSite | null = null;

/** The site of the current test. @throws NoNetworkError outside of a test, or without the kit's set-up file */
export function testSite(): TestSite {
  if (!site) throw new NoNetworkError("There is no test site. Put preset: '@atrium/page-kit' into the Jest configuration, and use the kit inside of tests.");
  return site;
}

/** Opens the site of a test. */
export async function openTestSite(): Promise<void> {
  site = new TestSite();
  await site.open();
}

/** Closes the site of a test. @throws UnhandledRequestError */
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
