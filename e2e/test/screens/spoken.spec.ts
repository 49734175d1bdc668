import type { Page } from '@playwright/test';
import { announced, listenToRegions } from '../../src/announcements.ts';
import { addNote, openNewBoard } from '../../src/people/boards.ts';
import { newPerson, signInBeforehand } from '../../src/people/people.ts';
import { createAccountWithApp } from '../../src/people/second-factor.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';

// What somebody hears who sees nothing and has a keyboard: roles, names and states of what has the focus, and what is
// announced meanwhile, in order.

/** Goes on with Tab until what has the focus is this; fails after too many steps. */
async function tabTo(page: Page, role: Parameters<Page['getByRole']>[0], name: string): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true });
  for (let steps = 0; steps < 40; steps += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement))) return;
  }
  throw new Error(`Tab does not come to the ${role} “${name}”.`);
}

/** Expects that these were announced in this order, whatever was said between them. */
async function expectAnnounced(page: Page, ...texts: readonly (string | RegExp)[]): Promise<void> {
  await expect(async () => {
    const said = [...(await announced(page))];
    for (const text of texts) {
      const at = said.findIndex((one) => (typeof text === 'string' ? one === text : text.test(one)));
      expect(at, `${String(text)} is said, of: ${(await announced(page)).join(' | ')}`).toBeGreaterThanOrEqual(0);
      said.splice(0, at + 1);
    }
  }).toPass({ timeout: 10_000 });
}

test('to register: the fields say what they are for, the summary what is wrong, and the way in is announced', async ({ page }) => {
  const person = newPerson();
  await listenToRegions(page);
  await page.goto('/register');
  await expect(page.getByRole('heading', { level: 1, name: 'Create account' })).toBeVisible();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Create account" [level=1]
      - textbox "Name"
      - textbox "Email"
      - textbox "Password"
      - button "Show"
      - button "Create account"
  `);
  await tabTo(page, 'textbox', 'Name');
  await tabTo(page, 'button', 'Show');
  await tabTo(page, 'button', 'Create account');
  await page.keyboard.press('Enter');
  const summary = page.getByRole('group', { name: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(summary).toMatchAriaSnapshot(`
    - group "There is a problem":
      - heading "There is a problem" [level=2]
      - list:
        - listitem:
          - link "Enter your name."
        - listitem:
          - link "Enter your email address."
        - listitem:
          - link "Enter a password."
  `);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Enter your name.' })).toBeFocused();
  await page.keyboard.press('Enter');
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription(/Enter your name\./);
  await page.keyboard.type(person.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await page.keyboard.type(person.password);
  await expectAnnounced(page, /^(?:Strong|Good)/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Workspace' })).toBeFocused();
  await expectAnnounced(page, /^(?:Strong|Good)/, 'Workspace');
});

test('to log in with a code: a wrong password is said at once, the page of the code is announced, and so is a wrong code', async ({ page, site, noise }) => {
  noise.allow(/^error: Failed to load resource/, /error:/);
  const { person, app } = await createAccountWithApp(site);
  await listenToRegions(page);
  await page.goto('/login?next=/account');
  await tabTo(page, 'textbox', 'Email');
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await expectAnnounced(page, /^This email and password do not belong together/);
  const password = page.getByRole('textbox', { name: 'Password' });
  await password.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await expectAnnounced(page, /^This email and password do not belong together/, 'Enter your code');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Enter your code" [level=1]
      - textbox "Code"
      - button "Verify"
  `);
  await expect(code).toHaveAccessibleDescription(/Enter the six digits that your authenticator app shows now\./);
  await page.keyboard.type(app.wrongCode());
  await page.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription(/This code is not right/);
  await expect(code).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(app.code());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeFocused();
  await expectAnnounced(page, 'Enter your code', 'Your account');
});

test('to edit a note: the way to it has names, the form takes the focus, and what was saved is said', async ({ page, site }) => {
  await signInBeforehand(page, site);
  await listenToRegions(page);
  await openNewBoard(page);
  await expectAnnounced(page, 'Plans');
  await addNote(page, 'Music', 'Everybody brings one song.');
  await expectAnnounced(page, 'Plans', /Added “Music”\./);
  await page.getByRole('heading', { level: 1 }).focus();
  await tabTo(page, 'button', 'Edit Music');
  await page.keyboard.press('Enter');
  const title = page.getByRole('list', { name: 'Notes' }).getByRole('textbox', { name: 'Title' });
  await expect(title).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' and songs');
  await tabTo(page, 'button', 'Save note');
  await page.keyboard.press('Enter');
  await expectAnnounced(page, /Added “Music”\./, /Saved “Music and songs”\./);
  await expect(page.getByRole('button', { name: 'Edit Music and songs' })).toBeFocused();
  await expect(page.getByRole('list', { name: 'Notes' })).toMatchAriaSnapshot(`
    - list "Notes":
      - listitem:
        - checkbox "Done Music and songs"
        - heading "Music and songs" [level=2]
        - button "Edit Music and songs"
        - button "Delete Music and songs"
  `);
});
