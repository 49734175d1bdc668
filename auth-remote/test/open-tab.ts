import type { Auth, AuthModule } from '@atrium/page-kit/contract/auth';
import * as postgrest from '@supabase/postgrest-js';
import * as realtime from '@supabase/realtime-js';
import * as storage from '@supabase/storage-js';
import { act } from '@testing-library/react';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as router from 'react-router-dom';
import * as valibot from 'valibot';
import type { FakeSite } from './fake-site.ts';

/** The exposed module in a tab of its own. */
export interface Tab extends AuthModule {
  /** Waits until the start-up is over, well or not. */
  settled(): Promise<Auth>;
  /** Waits until the state fulfils a condition. */
  until(condition: (auth: Auth) => boolean): Promise<Auth>;
}

const opened: AuthModule[] = [];

/** The React and the router of the test, and libraries that remember nothing of a tab: loading them anew takes longer than most tests. */
const kept = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-router-dom': router,
  '@supabase/postgrest-js': postgrest,
  '@supabase/realtime-js': realtime,
  '@supabase/storage-js': storage,
  valibot,
};

/** Loads `src/auth-module.tsx` anew, as a new tab would, with the site behind `fetch`. */
export async function openTab(site: Pick<FakeSite, 'fetch'>): Promise<Tab> {
  globalThis.fetch = site.fetch;
  jest.resetModules();
  for (const [name, shared] of Object.entries(kept)) jest.doMock(name, () => shared);
  const module: AuthModule = await import('../src/auth-module.tsx');
  opened.push(module);
  const { auth } = module;
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
      return act(async () => {
        auth.getSupabase().catch(() => undefined);
        return until(({ status }) => status !== 'starting');
      });
    },
  };
}

/** Ends the timers of the tabs that were opened, and empties the browser. */
export async function closeTabs(): Promise<void> {
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  for (const { auth } of opened.splice(0)) {
    if (auth.getAuth().status === 'starting') continue;
    await auth.getSupabase().then(
      (client) => client.auth.dispose(),
      () => undefined,
    );
  }
  localStorage.clear();
  document.head.innerHTML = '';
}
