import type { Auth, AuthHandle, VerifyToken } from '@atrium/page-kit/contract/auth';
import * as postgrest from '@supabase/postgrest-js';
import * as realtime from '@supabase/realtime-js';
import * as storage from '@supabase/storage-js';
import * as valibot from 'valibot';
import type { ConnectOptions } from '../../src/client.ts';
import type { FakeSite } from './fake-site.ts';

/** A sign-in in a tab of its own. */
export interface Tab {
  readonly auth: AuthHandle;
  readonly verifyToken: VerifyToken;
  /** Waits until the start-up is over, successfully or not. */
  readonly settled: () => Promise<Auth>;
  /** Waits until the state meets a condition. */
  readonly until: (condition: (auth: Auth) => boolean) => Promise<Auth>;
}

const opened: AuthHandle[] = [];

/** Libraries without state of a tab. Loading them again takes longer than most tests. */
const STATELESS = {
  '@supabase/postgrest-js': postgrest,
  '@supabase/realtime-js': realtime,
  '@supabase/storage-js': storage,
  valibot,
};

/** Opens a tab of the site. */
export function openTab(site: Pick<FakeSite, 'fetch'>, options: Pick<ConnectOptions, 'leaveFor'> = {}): Promise<Tab> {
  return loadTab(site, {}, async () => {
    const { createSignIn } = await import('../../src/sign-in.ts');
    const signIn = createSignIn({
      async loadConnect() {
        const { connect } = await import('../../src/client.ts');
        return (credentials) => connect(credentials, { onStaleCredentials: () => Promise.resolve(), ...options });
      },
    });
    return { auth: signIn, verifyToken: signIn.verifyToken };
  });
}

/**
 * Loads a sign-in with modules of its own, as a new tab does.
 *
 * @param shared modules that the tab shares with the test, by their names
 */
export async function loadTab<Module extends Pick<Tab, 'auth' | 'verifyToken'>>(
  site: Pick<FakeSite, 'fetch'>,
  shared: Readonly<Record<string, object>>,
  load: () => Promise<Module>,
): Promise<Module & Tab> {
  globalThis.fetch = site.fetch;
  jest.resetModules();
  for (const [name, module] of Object.entries({ ...STATELESS, ...shared })) jest.doMock(name, () => module);
  const module = await load();
  const { auth } = module;
  opened.push(auth);
  const until = (condition: (state: Auth) => boolean) =>
    new Promise<Auth>((resolve) => {
      const check = () => {
        if (!condition(auth.getAuth())) return;
        end();
        resolve(auth.getAuth());
      };
      const end = auth.subscribe(check);
      check();
    });
  return {
    ...module,
    until,
    async settled() {
      auth.getSupabase().catch(() => undefined);
      // Resolves after the start-up itself: a failed one can be tried again then.
      await auth.getAuth().retryStart().catch(() => undefined);
      return until(({ status }) => status !== 'starting');
    },
  };
}

/** Ends the timers of the open tabs, and empties the browser. */
export async function closeTabs(): Promise<void> {
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  for (const auth of opened.splice(0)) {
    if (auth.getAuth().status === 'starting') continue;
    await auth.getSupabase().then(
      (client) => client.auth.dispose(),
      () => undefined,
    );
  }
  localStorage.clear();
  document.head.innerHTML = '';
}
