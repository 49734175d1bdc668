import type { AuthModule } from '@atrium/page-kit/contract/auth';

/** A sign-in, a browser and a backend that the parity suite asks the same of: the real ones, or those of the test kit. */
export interface ParityWorld {
  /** A new tab of this browser. */
  readonly openTab: () => Promise<AuthModule>;
  /** The newest mailed link to an address. */
  readonly newestLink: (to: string) => Promise<{ readonly tokenHash: string }>;
  /** Ends all sessions of somebody, as they do on another device. */
  readonly logOutElsewhere: (person: { readonly email: string; readonly password: string }) => Promise<void>;
  /** Closes the tabs and empties the browser. */
  readonly close: () => Promise<void>;
}

/** The world of the test that runs, and its first tab. */
export interface Visit {
  readonly world: ParityWorld;
  readonly tab: AuthModule;
}

/** Opens a world and a tab before each test of a suite, and closes them after it. */
export function visitForEach(openWorld: () => ParityWorld): Visit {
  let world: ParityWorld;
  let tab: AuthModule;
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

/** Somebody whom the backend does not know yet. */
export function newPerson(): { readonly email: string; readonly password: string; readonly name: string } {
  return { email: `ada-${crypto.randomUUID().slice(0, 8)}@example.com`, password: 'correct horse battery', name: 'Ada' };
}

/** The next requests get this answer. Gives back the function that ends it. */
export function answerWith(answer: () => Response | Promise<Response>): () => void {
  const network = globalThis.fetch;
  globalThis.fetch = async () => answer();
  return () => {
    globalThis.fetch = network;
  };
}
