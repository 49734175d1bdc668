import * as v from 'valibot';
import { Authenticator } from '../src/people/authenticator.ts';
import { BROWSERS, expect, test, type BrowserTitle } from '../src/browsers/browser-test.ts';
import type { Visitor } from '../src/browsers/visitor.ts';
import { exchange, publishChanged } from '../src/releases/changed-release.ts';
import { newestLink } from '../src/people/inbox.ts';
import { newPerson, type Person } from '../src/people/people.ts';
import { liveManifest, tamper } from '../src/releases/release-folder.ts';

/** A text of the workspace, and what changed releases replace it with. */
const OLD_TEXT = 'Create your first board';
const NEW_TEXT = 'Put it into words';

async function register(visitor: Visitor, { name, email, password }: Person): Promise<void> {
  await visitor.open('/register');
  await visitor.fill('Name', name);
  await visitor.fill('Email', email);
  await visitor.fill('Password', password);
  await visitor.click('button', 'Create account');
  await visitor.isAt('/workspace');
  await visitor.seesText(name);
}

async function logIn(visitor: Visitor, { email, password }: Person): Promise<void> {
  await visitor.open('/login');
  await visitor.fill('Email', email);
  await visitor.fill('Password', password);
  await visitor.click('button', 'Log in');
}

async function logOut(visitor: Visitor, { name }: Person): Promise<void> {
  await visitor.click('button', name);
  await visitor.click('menuitem', 'Log out');
  await visitor.sees('link', 'Log in');
}

/** Creates the first board of a person, and writes a note on it. */
async function writeFirstNote(visitor: Visitor, title: string, note: string): Promise<void> {
  await visitor.fill('Name of the board', 'Plans');
  await visitor.click('button', 'Create board');
  await visitor.sees('heading', 'Plans');
  await visitor.fill('Title', title);
  await visitor.fill('Note', note);
  await visitor.click('button', 'Add note');
  await visitor.sees('heading', title);
  await visitor.seesText(note);
}

/** Opens the first board from the list of boards. */
async function seesFirstNote(visitor: Visitor): Promise<void> {
  await visitor.isAt('/workspace');
  await visitor.click('link', 'Plans');
  await visitor.seesText('Bread and tea');
}

async function giveCode(visitor: Visitor, app: Authenticator): Promise<void> {
  // There are three valid codes at any time, and the journey can need more.
  let code = '';
  await expect(() => void (code = app.code())).toPass({ timeout: 60_000 });
  // A complete code submits itself.
  await visitor.fill('Code', code);
}

/** Returns to the tab until it has found the new release. */
async function seesOffer(visitor: Visitor): Promise<void> {
  await expect(async () => {
    await visitor.returnToTab();
    expect(await visitor.visibleText()).toContain('A new version of Workspace is ready.');
  }).toPass({ timeout: 60_000 });
}

for (const title of Object.keys(BROWSERS) as BrowserTitle[]) {
  test.describe(title, () => {
    test.use({ title });
    test.setTimeout(300_000);

    test('a visitor registers, writes a note, sets up a second factor and resets the password', async ({ visitor, site }) => {
      const person = newPerson();

      await test.step('register and write a note that survives a reload', async () => {
        await register(visitor, person);
        await writeFirstNote(visitor, 'Groceries', 'Bread and tea');
        await visitor.open('/workspace');
        await seesFirstNote(visitor);
      });

      const app = await test.step('set up an authenticator app', async () => {
        await visitor.open('/account/security');
        await visitor.click('button', 'Add an authenticator app');
        await visitor.sees('field', 'Code');
        const authenticator = new Authenticator(await visitor.evaluate("document.querySelector('main code').innerText", v.string()));
        await giveCode(visitor, authenticator);
        await visitor.seesText('Authenticator app');
        return authenticator;
      });

      await test.step('log out, and log in with the code', async () => {
        await logOut(visitor, person);
        await logIn(visitor, person);
        await visitor.sees('heading', 'Enter your code');
        await giveCode(visitor, app);
        await seesFirstNote(visitor);
      });

      const renewed = { ...person, password: `${person.password} renewed` };
      await test.step('reset the password with the mailed link', async () => {
        await logOut(visitor, person);
        await visitor.open('/reset-password');
        await visitor.fill('Email', person.email);
        await visitor.click('button', 'Send reset link');
        await visitor.seesText(person.email);
        await visitor.open(await newestLink(site.backend.inboxUrl, person.email));
        await visitor.click('button', 'Continue');
        await visitor.sees('heading', 'Enter your code');
        await giveCode(visitor, app);
        await visitor.isAt('/update-password');
        await visitor.fill('New password', renewed.password);
        await visitor.click('button', 'Save password');
        await visitor.sees('heading', 'Your new password is saved');
      });

      await test.step('log in with the new password', async () => {
        await logOut(visitor, person);
        await logIn(visitor, renewed);
        await giveCode(visitor, app);
        await seesFirstNote(visitor);
      });
    });

    test('an open tab gets a new release at the press of a button or at the next visit, without a reload', async ({ visitor, site }) => {
      await register(visitor, newPerson());
      await visitor.seesText(OLD_TEXT);
      await visitor.evaluate('globalThis.isFirstDocument = true', v.literal(true));

      await publishChanged(site.releases, 'workspace', exchange(OLD_TEXT, NEW_TEXT));
      await seesOffer(visitor);
      await visitor.seesText(OLD_TEXT);
      await visitor.click('button', 'Use it now');
      await visitor.seesText(NEW_TEXT);

      await publishChanged(site.releases, 'workspace', exchange(OLD_TEXT, 'Say it'));
      await seesOffer(visitor);
      await visitor.click('link', 'Your account');
      await visitor.sees('heading', 'Your account');
      await visitor.click('link', 'Workspace');
      await visitor.seesText('Say it');
      await visitor.evaluate('globalThis.isFirstDocument', v.literal(true));
    });

    test('a broken release is replaced by the previous one until it is repaired', async ({ visitor, site }) => {
      await register(visitor, newPerson());
      await visitor.open('/account');
      await visitor.sees('heading', 'Your account');
      await publishChanged(site.releases, 'workspace', exchange(OLD_TEXT, NEW_TEXT));
      const page = (await liveManifest(site.releases, 'workspace')).routes['boards']?.scripts.at(-1) ?? '';
      // The bytes do not match the integrity in the release manifest, so the browser refuses the script.
      const repair = await tamper(site.releases, 'workspace', page, '\n;');

      await visitor.open('/account');
      await visitor.click('link', 'Workspace');
      await visitor.seesText('Workspace is shown in its previous version');
      await visitor.seesText(OLD_TEXT);
      await repair();
      await visitor.click('button', 'Try the new one');
      await visitor.seesText(NEW_TEXT);
      await visitor.seesNoText('previous version');
    });
  });
}
