import { expect } from '../src/fixtures/site-test.ts';
import { test } from '../src/fixtures/walk-test.ts';
import { Authenticator } from '../src/people/authenticator.ts';
import { newestCode, newestLink } from '../src/people/inbox.ts';
import { withPasskeyDevice } from '../src/people/passkeys.ts';
import { newAccount, newPerson, newPhoneNumber, SESSION_CHECK_INTERVAL, signInFirst } from '../src/people/people.ts';
import { MethodWalk, otherDevice, SIZES, WRONG_PASSWORD } from '../src/screens/method-walk.ts';
import { LANGUAGES } from '../src/screens/site-texts.ts';

const GOOGLE = { provider: 'Google' };
const WRONG_SMS_CODE = 'Wrong or expired code. Have another one sent, and enter that.';
const WRONG_APP_CODE = 'Wrong or expired code. Enter the one that is shown now.';

for (const language of LANGUAGES) {
  for (const viewport of SIZES) {
    test.describe(`in ${language} at ${viewport.width} px`, () => {
      test.use({ language, viewport });

      test('password: an address in use and a weak password are explained, a new account logs out, and logs in after a wrong password', async ({ walk, site }) => {
        const [{ person: known }, person] = [await newAccount(site), newPerson()];
        await walk.open('/register', 'Create account');
        await walk.check('registration');
        await walk.submit({ Name: person.name, Email: known.email, Password: person.password }, 'Create account');
        await walk.refused('There is an account with this email already. Log in, or ask for a reset link.', 'address in use');
        await walk.submit({ Email: person.email, Password: 'abc' }, 'Create account');
        await expect(walk.field('Password')).toHaveAttribute('aria-invalid', 'true');
        // The strength follows the typing after a pause.
        await walk.refused('Very weak.', 'weak password');
        await walk.submit({ Password: person.password }, 'Create account');
        await walk.reached('Workspace', 'registered');

        await walk.logOut();
        await walk.check('logged out');
        await walk.open('/login?next=/account', 'Log in');
        await walk.submit({ Email: person.email, Password: WRONG_PASSWORD }, 'Log in');
        await walk.refused('Wrong email or password. Check both for typos, or ask for a reset link.', 'wrong password');
        await walk.submit({ Password: person.password }, 'Log in');
        await walk.reached('Your account', 'logged in');
      });

      test('forgotten password: the mailed link sets a new one, once', async ({ walk, page, site }) => {
        const { person } = await newAccount(site);
        const renewed = `${person.password} renewed`;
        await walk.open('/login', 'Log in');
        await walk.link('Forgot your password?').click();
        await walk.reached('Reset your password', 'request');
        await walk.submit({ Email: person.email }, 'Send reset link');
        await walk.reached('Check your email', 'mail sent');

        const link = await newestLink(site.backend.inboxUrl, person.email);
        await walk.open(link, 'Reset your password');
        await walk.check('mailed link');
        await walk.button('Continue').click();
        await walk.reached('Choose a new password', 'new password');
        await walk.submit({ 'New password': renewed }, 'Save password');
        await walk.arrive('Your new password is saved');
        await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
        await walk.check('password saved');

        await walk.logOut();
        await walk.open(link, 'Reset your password');
        await walk.button('Continue').click();
        await walk.arrive('This link no longer works');
        await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
        await walk.check('used link');
        await walk.open('/login?next=/account', 'Log in');
        await walk.submit({ Email: person.email, Password: renewed }, 'Log in');
        await walk.arrive('Your account');
      });

      test('mailed code: a wrong code is explained, the right one logs in, and the link of the mail logs in on a press, once', async ({ walk, page, site }) => {
        // Two people, because a code and the link of its mail can be used once, and an address gets one mail a minute.
        const [{ person: typing }, { person: pressing }] = [await newAccount(site), await newAccount(site)];
        const request = async (email: string) => {
          await walk.submit({ Email: email }, 'Send code');
          await expect(walk.field('Code')).toBeFocused();
        };
        await walk.open('/login/code?next=/account', 'Log in with a code');
        await walk.check('request');
        await request(typing.email);
        await walk.check('mail sent');
        const code = await newestCode(site.backend.inboxUrl, typing.email);
        await walk.giveCode(walk.field('Code'), code === '000000' ? '111111' : '000000');
        await walk.refused('Wrong or expired code. Have another one sent, and enter that.', 'wrong code');
        await expect(walk.field('Code')).toBeFocused();
        await walk.giveCode(walk.field('Code'), code);
        await walk.arrive('Your account');
        await walk.logOut();

        await walk.open('/login/code?next=/account', 'Log in with a code');
        await request(pressing.email);
        const link = await newestLink(site.backend.inboxUrl, pressing.email);
        await walk.open(link, 'Log in');
        await walk.check('mailed link');
        await walk.button('Continue').click();
        await walk.arrive('Your account');
        await walk.logOut();
        await walk.open(link, 'Log in');
        await walk.button('Continue').click();
        await walk.arrive('This link no longer works');
        await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
        await walk.check('used link');
      });

      test('passkey: is added, logs in with the button, and is refused after its removal', async ({ walk, page, site }) => {
        await signInFirst(page, site);
        await walk.open('/account/security', 'Security');
        await withPasskeyDevice(page, async (device) => {
          await walk.button('Add a passkey').click();
          await expect(walk.items('Passkeys')).toHaveCount(1);
          await walk.check('passkey added');
          const logInWithPasskey = async () => {
            await device.confirms(false);
            await walk.logOut();
            await walk.open('/login?next=/account/security', 'Log in');
            await device.isSuggested();
            await device.confirms(true);
            await walk.button('Use a passkey').click();
          };
          await logInWithPasskey();
          await walk.arrive('Security');
          await walk.choose('Remove', walk.say('Passkey'));
          const question = walk.dialog('Remove “{name}”?', { name: walk.say('Passkey') });
          await expect(question).toBeVisible();
          await walk.check('removal');
          await walk.submit({}, 'Remove', question);
          await expect(question).toBeHidden();
          await expect(walk.items('Passkeys')).toHaveCount(0);
          await logInWithPasskey();
          await walk.refused('This passkey belongs to no account here. Perhaps it was removed. Log in another way.', 'removed passkey');
        });
      });

      test('provider: a cancelled log-in is explained, the next one logs in, and the only way in cannot be unlinked', async ({ walk }) => {
        await walk.open('/login?next=/account/sign-in', 'Log in');
        await walk.button('Continue with {provider}', GOOGLE).click();
        await walk.provider.cancel();
        await walk.arrive('You are not logged in');
        await walk.refused('You cancelled this at the provider. Try again, or log in another way.', 'cancelled log-in');
        await walk.link('Back to the log-in').click();
        await walk.button('Continue with {provider}', GOOGLE).click();
        await walk.provider.continueAs(newPerson());
        await walk.arrive('Sign-in');
        await expect(walk.items('Linked accounts')).toHaveCount(1);
        await walk.check('logged in');
        await walk.choose('Unlink', GOOGLE.provider);
        const question = walk.dialog('Unlink {provider}?', GOOGLE);
        await walk.submit({}, 'Unlink', question);
        await walk.refused('This is the only way into your account. Set a password first, with “Forgot your password?” on the log-in page.', 'only way in');
        await walk.submit({}, 'Cancel', question);
        await expect(question).toBeHidden();
        await expect(walk.items('Linked accounts')).toHaveCount(1);
      });

      test('provider: a cancelled link is explained, and an account is linked and unlinked', async ({ walk, page, site }) => {
        await signInFirst(page, site);
        await walk.open('/account/sign-in', 'Sign-in');
        await walk.button('Link {provider}', GOOGLE).click();
        await walk.provider.cancel();
        await walk.reached('The account is not linked', 'cancelled link');
        await walk.link('Continue').click();
        await walk.button('Link {provider}', GOOGLE).click();
        await walk.provider.continueAs(newPerson());
        await walk.arrive('Sign-in');
        await expect(walk.items('Linked accounts')).toHaveCount(1);
        await walk.check('linked');
        await walk.choose('Unlink', GOOGLE.provider);
        const question = walk.dialog('Unlink {provider}?', GOOGLE);
        await expect(question).toBeVisible();
        await walk.check('question');
        await walk.submit({}, 'Unlink', question);
        await expect(walk.button('Link {provider}', GOOGLE)).toBeVisible();
        await expect(page.getByRole('heading', { name: walk.say('Linked accounts') })).toBeFocused();
        await walk.check('unlinked');
      });

      test('second factor: an app is added and its code logs in, as does a recovery code, and wrong codes are explained', async ({ walk, page, site }) => {
        const person = await signInFirst(page, site);
        const code = walk.field('Code');
        const secret = page.getByRole('main').locator('code');
        await walk.open('/account/security', 'Security');
        await walk.button('Add an authenticator app').click();
        await expect(secret).toBeVisible();
        await walk.check('new app');
        const app = new Authenticator(await secret.innerText());
        await walk.giveCode(code, app.wrongCode());
        await walk.refused(WRONG_APP_CODE, 'wrong first code');
        await walk.giveCode(code, app.code());
        await expect(walk.items('Two-step verification')).toHaveCount(2);
        await walk.check('app added');
        await walk.button('Create codes').click();
        const codes = walk.dialog('Save your recovery codes');
        await expect(codes.getByRole('listitem')).toHaveCount(10);
        await walk.check('recovery codes');
        const recoveryCode = await codes.getByRole('listitem').first().innerText();
        await walk.submit({}, 'I have saved them', codes);
        await expect(codes).toBeHidden();

        const enterPassword = async () => {
          await walk.logOut();
          await walk.open('/login?next=/account', 'Log in');
          await walk.submit({ Email: person.email, Password: person.password }, 'Log in');
          await walk.arrive('Enter your code');
          await expect(code).toBeFocused();
        };
        await enterPassword();
        await walk.check('code');
        await walk.giveCode(code, app.wrongCode());
        await walk.refused(WRONG_APP_CODE, 'wrong code');
        await walk.giveCode(code, app.code());
        await walk.arrive('Your account');

        await enterPassword();
        await walk.button('Use a recovery code').click();
        await expect(walk.field('Recovery code')).toBeFocused();
        await walk.check('recovery code');
        await walk.giveCode(walk.field('Recovery code'), 'aaaa-bbbb-cccc-dddd');
        await walk.refused('Wrong code, or one that was used before. Enter another one.', 'wrong recovery code');
        await walk.giveCode(walk.field('Recovery code'), recoveryCode);
        await walk.arrive('Your account');
      });

      test('second factor: a phone is added, the code of a text message logs in, and wrong codes are explained', async ({ walk, page, site }) => {
        const person = await signInFirst(page, site);
        const phone = newPhoneNumber();
        const code = walk.field('Code');
        const wrong = (right: string) => (right === '000000' ? '111111' : '000000');
        await walk.open('/account/security', 'Security');
        await walk.button('Add a phone').click();
        await walk.check('number');
        await walk.submit({ 'Phone number': '12' }, 'Send code');
        await walk.refused('Enter the whole number with its country code, such as +49\u00a0151\u00a023456789.', 'incomplete number');
        await walk.submit({ 'Phone number': phone }, 'Send code');
        await expect(code).toBeFocused();
        await walk.check('first code');
        const first = await newestCode(site.backend.inboxUrl, phone);
        await walk.giveCode(code, wrong(first));
        await walk.refused(WRONG_SMS_CODE, 'wrong first code');
        await walk.giveCode(code, first);
        await expect(walk.items('Two-step verification')).toHaveCount(2);
        await walk.check('phone added');

        await walk.logOut();
        await walk.open('/login?next=/account', 'Log in');
        await walk.submit({ Email: person.email, Password: person.password }, 'Log in');
        await walk.arrive('Enter your code');
        // The service sends at most one code per second to a phone.
        await expect(async () => {
          if (await walk.button('Send code').isVisible()) await walk.button('Send code').click();
          await expect(code).toBeFocused({ timeout: 1_000 });
        }).toPass();
        await walk.check('code');
        const second = await newestCode(site.backend.inboxUrl, phone);
        expect(second).not.toBe(first);
        await walk.giveCode(code, wrong(second));
        await walk.refused(WRONG_SMS_CODE, 'wrong code');
        await walk.giveCode(code, second);
        await walk.arrive('Your account');
      });

      test('sessions: another device is logged out at the second try, and notices it', async ({ walk, page, site, browser, accounts }) => {
        const person = await signInFirst(page, site);
        const context = await otherDevice(browser, site, walk);
        const other = new MethodWalk({ page: await context.newPage(), site, accounts, language });
        await other.page.clock.install();
        await other.open('/login?next=/account', 'Log in');
        await other.submit({ Email: person.email, Password: person.password }, 'Log in');
        await other.arrive('Your account');

        await walk.open('/account/security', 'Security');
        const devices = walk.items('Devices');
        await expect(devices).toHaveCount(2);
        await walk.check('devices');
        const logOut = devices.nth(1).getByRole('button');
        const revocation = '**/rest/v1/rpc/account_end_session';
        await page.route(revocation, (route) => route.abort('internetdisconnected'));
        await logOut.click();
        await walk.refused('There is no connection to the server. Check your connection, then try again.', 'not logged out');
        await page.unroute(revocation);
        await logOut.click();
        await expect(devices).toHaveCount(1);
        await expect(page.getByRole('heading', { name: walk.say('Devices') })).toBeFocused();
        await walk.check('logged out');

        const dialog = other.dialog('Log in again');
        await other.page.clock.fastForward(SESSION_CHECK_INTERVAL);
        await expect(other.fieldIn(dialog, 'Password')).toBeFocused();
        await other.check('log in again');
        await other.submit({ Password: person.password }, 'Log in', dialog);
        await expect(dialog).toBeHidden();
        await other.arrive('Your account');
        await context.close();
      });
    });
  }
}
