import type { AuthModule } from '../../src/contract/auth.ts';
import type { ProviderAnswer } from '../../src/testing/provider-page.ts';

/** A tab with the sign-in of the site. */
export type BackendTab = Pick<AuthModule, 'auth' | 'verifyToken'>;

/** A browser with a backend. */
export interface BackendWorld {
  /** Opens a new tab of this browser. */
  readonly openTab: () => Promise<BackendTab>;
  /** The token of the link and the code in the newest mail to an address. */
  readonly newestMail: (to: string) => Promise<{ readonly tokenHash: string; readonly otp: string }>;
  /** The user answers at the page of the provider for which the newest tab left. Returns the address of the site to which the browser comes back. */
  readonly answerProvider: (answer: ProviderAnswer) => Promise<URL>;
  /** Ends all sessions of a user, as "log out everywhere" on another device does. */
  readonly logOutElsewhere: (user: { readonly email: string; readonly password: string }) => Promise<void>;
  /** Closes the tabs and empties the browser. */
  readonly close: () => Promise<void>;
}

/** The world of the current test, and its first tab. */
export interface Visit {
  readonly world: BackendWorld;
  readonly tab: BackendTab;
}

/** Opens a world and a tab before each test of a suite, and closes them after it. */
export function visitForEach(openWorld: () => BackendWorld): Visit {
  let world: BackendWorld;
  let tab: BackendTab;
  beforeEach(async () => {
    world = openWorld();
    tab = await world.openTab();
  });
  afterEach(() => world.close());
  return {
    get world() {
      return world;
    },
    get tab() {
      return tab;
    },
  };
}

/** A user whom the backend does not know yet. */
export function newUser(): { readonly email: string; readonly password: string; readonly name: string } {
  return { email: `ada-${crypto.randomUUID().slice(0, 8)}@example.com`, password: 'correct horse battery', name: 'Ada' };
}
