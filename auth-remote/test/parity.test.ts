import '@testing-library/jest-dom';
import { describeParity, type ParityWorld } from '@atrium/page-kit/parity';
import { json } from './fake-site.ts';
import { startLocalBackend, type LocalBackend } from './local-backend.ts';
import { closeTabs, openTab } from './open-tab.ts';

const network = globalThis.fetch;

// A process of its own, a database and real password hashes: on a busy machine that takes its time.
jest.setTimeout(60_000);

let backend: LocalBackend;

beforeAll(async () => {
  backend = await startLocalBackend(network, '--migrations=supabase/migrations', '--migrations=auth-remote/test/migrations', '--functions=supabase/functions', '--config=auth-remote/test/functions.json');
});

afterAll(() => backend.stop());

/** The sign-in of this workspace before the embedded backend. The test kit runs the same assertions against its mock. */
function realWorld(): ParityWorld {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  return {
    openTab: () =>
      openTab({
        fetch: (input, init) => {
          const { pathname } = new URL(input instanceof Request ? input.url : input);
          return pathname === '/api/supabase-credentials' ? Promise.resolve(json(200, backend)) : network(input, init);
        },
      }),
    async newestLink(to) {
      const link = await backend.newestLink(to);
      return { tokenHash: link.searchParams.get('token_hash') ?? '' };
    },
    logOutElsewhere: (person) => backend.logOutEverywhere(person),
    async close() {
      await closeTabs();
      jest.restoreAllMocks();
    },
  };
}

describe('the real sign-in', () => {
  describeParity(realWorld);
});
