// The set-up file adds the matchers; this import adds their types.
import '@testing-library/jest-dom';
import type { Provider } from '../contract/auth.ts';
import type { FakeBackend } from '../fake-backend/fake-backend.ts';
import type { Faults } from '../fake-backend/faults.ts';
import type { ProviderAnswer } from './provider-page.ts';
import { testSite, type AddressHandler } from './test-site.ts';

export { clock } from './clock.ts';
export { MalformedResultsError, searchModule } from './palette.ts';
export type { SearchOptions } from './palette.ts';
export { PageFailedError, renderPage, renderSlot } from './render-page.tsx';
export type { OpenPage, RenderPageOptions, RenderSlotOptions } from './render-page.tsx';
export type { ProviderAnswer } from './provider-page.ts';
export type { FakeExtension } from './site-host.ts';
export { ADA } from './start-state.ts';
export type { StartOptions, StartState } from './start-state.ts';
export type { NewPerson, Person } from '../fake-backend/auth/fake-auth.ts';
export type { Fault, FaultTarget, HeldRequest } from '../fake-backend/faults.ts';
export type { FunctionCall, FunctionHandler } from '../fake-backend/fake-functions.ts';
export type { Caller, Row } from '../fake-backend/values.ts';
export type { TableChange, TableDefinition } from '../fake-backend/fake-table.ts';
export type { ReceivedRequest } from '../fake-backend/received-request.ts';
export type { AuthModule } from '../contract/auth.ts';

/** The backend of the current test: a new, empty one for each test. */
export const backend: Pick<FakeBackend, 'url' | 'key' | 'auth' | 'storage' | 'realtime' | 'requests' | 'table' | 'function' | 'databaseFunction'> = {
  get url() {
    return testSite().backend.url;
  },
  get key() {
    return testSite().backend.key;
  },
  get auth() {
    return testSite().backend.auth;
  },
  get storage() {
    return testSite().backend.storage;
  },
  get realtime() {
    return testSite().backend.realtime;
  },
  get requests() {
    return testSite().backend.requests;
  },
  table: (name) => testSite().backend.table(name),
  function: (name, handler) => testSite().backend.function(name, handler),
  databaseFunction: (name, handler) => testSite().backend.databaseFunction(name, handler),
};

/** The faults of the current test. Declare a fault before it happens. */
export const faults: Pick<Faults, 'next' | 'nextRefreshFails' | 'hold' | 'hang' | 'offlineFor'> = {
  next: (fault) => testSite().backend.faults.next(fault),
  nextRefreshFails: () => testSite().backend.faults.nextRefreshFails(),
  hold: (target) => testSite().backend.faults.hold(target),
  hang: (target) => testSite().backend.faults.hang(target),
  offlineFor: (seconds) => testSite().backend.faults.offlineFor(seconds),
};

/** The network besides the backend. */
export const network = {
  /** Responds to requests whose URL begins with `start`, such as those of a map service. */
  answer: (start: string, handler: AddressHandler): void => testSite().handleAddress(start, handler),
};

/** The user's device, and what they do in the dialogs of its browser. */
export const device = {
  /** The project allows passkeys, and the browser can use them. Call it before the page opens. Without it, neither is so. */
  offerPasskeys(): void {
    const site = testSite();
    site.backend.auth.allowsPasskeys = true;
    site.allowMethods('passkey');
    site.onClose(site.passkeys.install());
  },
  /** The project allows these providers. Call it before the page opens. */
  offerProviders(...names: readonly Provider[]): void {
    const site = testSite();
    const { auth } = site.backend;
    auth.allowedProviders = [...auth.allowedProviders, ...names];
    site.allowMethods(...names);
  },
  /**
   * The user logs in or cancels at the page of the provider for which the page has left, and comes back to the site. Waits until the
   * page has left. After a log-in or the linking of an account, the user continues at the path that the page passed to
   * `providers.login` or `providers.link`. Otherwise they are at `/auth/confirm`, where the site says why.
   */
  answerProvider: (answer: ProviderAnswer): Promise<void> => testSite().providerPage.answer(answer),
  /** The device holds the first passkey of a user. */
  holdPasskeyOf(email: string): void {
    const { backend: { auth }, passkeys } = testSite();
    const [passkey] = auth.passkeysOf(email);
    if (!passkey) throw new Error(`${email} has no passkey at the fake backend. Add one with backend.auth.addPerson.`);
    passkeys.hold(passkey.credentialId, auth.idOf(email));
  },
  /** The user closes the browser's next dialog for passkeys. */
  cancelNextPasskey: (): void => testSite().passkeys.cancelNext(),
  /** The user chooses the passkey among the suggestions of a field. */
  chooseSuggestedPasskey: (): void => testSite().passkeys.chooseSuggestion(),
};
