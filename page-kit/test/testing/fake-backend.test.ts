import { backend, device } from '../../src/testing/testing.ts';
import { testSite } from '../../src/testing/test-site.ts';
import { describeBackend, type BackendWorld } from '../backend-contract/backend-contract.ts';

/** The fake backend of the test kit. The embedded backend fulfils the same contract in `auth-core/test/embedded-backend.test.ts`. */
function fakeWorld(): BackendWorld {
  return {
    openTab() {
      const { signIn } = testSite().openTab();
      return Promise.resolve({ auth: signIn, verifyToken: signIn.verifyToken });
    },
    newestMail(to) {
      const mail = backend.auth.mails.findLast((candidate) => candidate.to === to);
      return mail ? Promise.resolve(mail) : Promise.reject(new Error(`No mail for ${to}`));
    },
    async answerProvider(answer) {
      const back: URL[] = [];
      testSite().providerPage.onReturn((address) => {
        back.push(address);
        return Promise.resolve();
      });
      await device.answerProvider(answer);
      const [address] = back;
      if (!address) throw new Error('The provider did not send the user back.');
      return address;
    },
    logOutElsewhere({ email }) {
      backend.auth.endSessions(email);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}

beforeEach(() => {
  device.offerProviders('google');
  // As auth-core/test/support/migrations creates it.
  backend.table('contract_notes').define({
    columns: ['id', 'owner', 'title', 'body', 'created_at', 'updated_at'],
    defaults: { body: '' },
    stamps: { insert: ['created_at'], update: ['updated_at'] },
    owner: 'owner',
    required: ['title', 'body'],
    checks: { contract_notes_title_check: ({ title }) => String(title).length <= 200 },
    signedInOnly: true,
    policy: ({ owner }, caller) => owner === caller?.id && !caller?.needsCode,
  });
  backend.storage.bucket('account-avatars').define({
    mediaTypes: ['image/png', 'image/jpeg', 'image/webp'],
    policy: (path, caller) => path.startsWith(`${String(caller?.id)}/`),
  });
});

describe('the fake backend', () => {
  describeBackend(fakeWorld);
});
