import { describeBackend, type BackendWorld } from '@atrium/page-kit/testing/backend-contract';
import { json } from './support/fake-site.ts';
import { startLocalBackend, type LocalBackend } from './support/local-backend.ts';
import { closeTabs, openTab } from './support/open-tab.ts';

const network = globalThis.fetch;

// A process with a database and real password hashes: slow on a busy machine.
jest.setTimeout(60_000);

let backend: LocalBackend;

beforeAll(async () => {
  backend = await startLocalBackend(
    network,
    '--migrations=supabase/migrations',
    '--migrations=auth-core/test/support/migrations',
    '--functions=supabase/functions',
    '--config=auth-core/test/support/functions.json',
  );
});

afterAll(() => backend.stop());

/** The embedded backend. The fake backend of the test kit fulfils the same contract in `page-kit/test/testing/fake-backend.test.ts`. */
function embeddedWorld(): BackendWorld {
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
    logOutElsewhere: (user) => backend.logOutEverywhere(user),
    async close() {
      await closeTabs();
      jest.restoreAllMocks();
    },
  };
}

describe('the embedded backend', () => {
  describeBackend(embeddedWorld);
});
