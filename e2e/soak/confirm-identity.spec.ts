import { expect } from '../src/fixtures/site-test.ts';
import { test } from '../src/fixtures/walk-test.ts';
import { newestCode } from '../src/people/inbox.ts';
import { withPasskeyDevice } from '../src/people/passkeys.ts';
import { expireSession, giveSession, newAccount, signInFirst } from '../src/people/people.ts';
import { PersonApi } from '../src/people/person-api.ts';
import { createAccountWithApp, signInWithApp } from '../src/people/second-factor.ts';
import { SIZES } from '../src/screens/method-walk.ts';
import { LANGUAGES } from '../src/screens/site-texts.ts';

/** Seconds after a log-in, after which a dangerous action asks again who the user is. */
const LONG_AGO = 20 * 60;

for (const language of LANGUAGES) {
  for (const viewport of SIZES) {
    test.describe(`in ${language} at ${viewport.width} px`, () => {
      test.use({ language, viewport });

      test('dangerous action: a log-in of some time ago is confirmed with the password and the code, and wrong ones are explained', async ({ walk, page, site }) => {
        const { person, app, session } = await createAccountWithApp(site);
        // The stored expiry is how the site knows when the log-in was.
        await giveSession(page, site, JSON.stringify({ ...session, expires_at: session.expires_at - LONG_AGO }));
        await walk.open('/account/security', 'Security');
        await walk.choose('Remove', walk.say('Authenticator app'));
        await walk.proveIdentity(walk.dialog('Confirm that it is you'), 'Confirm', person, app);
        const question = walk.dialog('Remove “{name}”?', { name: walk.say('Authenticator app') });
        await expect(walk.buttonIn(question, 'Cancel')).toBeFocused();
        await walk.check('question');
        await walk.submit({}, 'Remove', question);
        await walk.read('Two-step verification is off.');
      });

      test('ended session: the page asks for the password and the code in place, and explains wrong ones', async ({ walk, page, site }) => {
        const account = await newAccount(site);
        const { person, app } = await signInWithApp(page, site, account);
        await walk.open('/account', 'Your account');
        await walk.field('Name').fill('Not saved yet');
        await new PersonApi(site, account.session).logOutEverywhere();
        await expireSession(page, site);
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
        await walk.proveIdentity(walk.dialog('Log in again'), 'Log in', person, app);
        await expect(walk.field('Name')).toHaveValue('Not saved yet');
      });

      test('dangerous action: a mailed code or a passkey confirms the log-in, and a wrong code and an unused passkey are explained', async ({ walk, page, site }) => {
        await page.clock.install();
        const person = await signInFirst(page, site);
        await walk.open('/account/security', 'Security');
        await withPasskeyDevice(page, async (device) => {
          const dialog = walk.dialog('Confirm that it is you');
          const question = walk.dialog('Remove “{name}”?', { name: walk.say('Passkey') });
          const askToRemove = async () => {
            // A request under way would reach its time limit.
            await page.waitForLoadState('networkidle');
            await page.clock.fastForward(1_000 * LONG_AGO);
            await walk.choose('Remove', walk.say('Passkey'));
            await expect(walk.buttonIn(dialog, 'Use a passkey')).toBeVisible();
          };
          await walk.button('Add a passkey').click();
          await expect(walk.items('Passkeys')).toHaveCount(1);

          await askToRemove();
          await walk.check('ways to confirm');
          await device.recognizes(false);
          await walk.buttonIn(dialog, 'Use a passkey').click();
          await walk.refused('No passkey was used. Try again, or choose another way.', 'unused passkey');
          await walk.buttonIn(dialog, 'Send a code to {email}', { email: person.email }).click();
          const field = walk.fieldIn(dialog, 'Code');
          await expect(field).toBeFocused();
          await walk.check('code wanted');
          const code = await newestCode(site.backend.inboxUrl, person.email);
          await walk.giveCode(field, code === '000000' ? '111111' : '000000');
          await walk.refused('Wrong or expired code. Check it, or ask for a new one.', 'wrong code');
          await walk.giveCode(field, code);
          await walk.submit({}, 'Cancel', question);
          await expect(question).toBeHidden();

          await device.recognizes(true);
          await askToRemove();
          await walk.buttonIn(dialog, 'Use a passkey').click();
          await walk.submit({}, 'Remove', question);
          await expect(walk.items('Passkeys')).toHaveCount(0);
        });
      });
    });
  }
}
