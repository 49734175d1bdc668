import * as authModule from '../../src/testing/mock-sign-in/auth-module.tsx';
import { backend } from '../../src/testing/testing.ts';
import { testSite } from '../../src/testing/test-site.ts';
import { describeParity, type ParityWorld } from '../parity/parity.ts';

/** The mock sign-in before the fake backend. The auth remote runs the same assertions against the real ones. */
function mockWorld(): ParityWorld {
  return {
    async openTab() {
      const tab = await testSite().openTab();
      return { ...authModule, auth: tab, verifyToken: tab.verifyToken };
    },
    newestLink(to) {
      const mail = backend.auth.mails.findLast((candidate) => candidate.to === to);
      return mail ? Promise.resolve(mail) : Promise.reject(new Error(`No mail for ${to}`));
    },
    logOutElsewhere({ email }) {
      backend.auth.endSessions(email);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}

beforeEach(() => {
  // As auth-remote/test/migrations makes it.
  backend.table('parity_notes').define({
    columns: ['id', 'owner', 'title', 'body', 'created_at', 'updated_at'],
    defaults: { body: '' },
    stamps: { insert: ['created_at'], update: ['updated_at'] },
    owner: 'owner',
    required: ['title'],
    checks: { parity_notes_title_check: ({ title }) => String(title).length <= 200 },
    signedInOnly: true,
    policy: ({ owner }, caller) => owner === caller?.id && !caller?.owesCode,
  });
  backend.storage.bucket('account-avatars').define({
    mediaTypes: ['image/png', 'image/jpeg', 'image/webp'],
    policy: (path, caller) => path.startsWith(`${String(caller?.id)}/`),
  });
});

describe('the mock sign-in', () => {
  describeParity(mockWorld);
});
