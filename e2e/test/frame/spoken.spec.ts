import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { addNote, openNewBoard } from '../../src/people/boards.ts';
import { newPerson, signInFirst } from '../../src/people/people.ts';
import { createAccountWithApp } from '../../src/people/second-factor.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

// What a screen reader announces to a keyboard user: roles, names and states of the focused elements, and the texts of live
// regions, in order.

/**
 * Records the announcements of live regions in a page's documents, in order: the text of a region that appears with a text,
 * and each new text of a region. Call it before the first page is opened.
 */
async function recordAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const REGIONS = '[role=status], [role=alert], [role=log], [aria-live]:not([aria-live=off])';
    const announcements: string[] = [];
    const lastText = new Map<Element, string>();
    Reflect.set(globalThis, 'announcements', announcements);
    const announce = (region: Element) => {
      const text = region.textContent.replaceAll(/\s+/g, ' ').trim();
      if (text === lastText.get(region)) return;
      lastText.set(region, text);
      if (text !== '') announcements.push(text);
    };
    new MutationObserver((changes) => {
      const changed = new Set<Element>();
      for (const { target, addedNodes } of changes) {
        const around = (target instanceof Element ? target : target.parentElement)?.closest(REGIONS);
        if (around) changed.add(around);
        // All screen readers announce alerts that appear with a text, and most announce such status texts.
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          for (const region of [node, ...node.querySelectorAll('*')]) if (region.matches(REGIONS)) changed.add(region);
        }
      }
      for (const region of changed) announce(region);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** The announcements since the document was created. */
async function announcementsOf(page: Page): Promise<readonly string[]> {
  return v.parse(v.array(v.string()), await page.evaluate(() => Reflect.get(globalThis, 'announcements') as unknown));
}

/** Presses Tab until this element has the focus. Fails after too many steps. */
async function tabTo(page: Page, role: Parameters<Page['getByRole']>[0], name: string): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true });
  for (let steps = 0; steps < 40; steps += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement))) return;
  }
  throw new Error(`Tab does not reach the ${role} “${name}”.`);
}

/** Expects these announcements in this order. There can be others between them. */
async function expectAnnounced(page: Page, ...texts: readonly (string | RegExp)[]): Promise<void> {
  await expect(async () => {
    const announcements = await announcementsOf(page);
    let next = 0;
    for (const text of texts) {
      const at = announcements.findIndex((one, index) => index >= next && (typeof text === 'string' ? one === text : text.test(one)));
      expect(at, `${String(text)} is announced, of: ${announcements.join(' | ')}`).toBeGreaterThanOrEqual(0);
      next = at + 1;
    }
  }).toPass({ timeout: 10_000 });
}

test('registration: the fields, the error summary and the next page are announced', async ({ page }) => {
  const person = newPerson();
  await recordAnnouncements(page);
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
  const summary = page.getByRole('group', { name: 'Check these fields' });
  await expect(summary).toBeFocused();
  await expect(summary).toMatchAriaSnapshot(`
    - group "Check these fields":
      - heading "Check these fields" [level=2]
      - list:
        - listitem:
          - link "Name"
        - listitem:
          - link "Email"
        - listitem:
          - link "Password"
  `);
  await page.keyboard.press('Tab');
  await expect(summary.getByRole('link', { name: 'Name' })).toBeFocused();
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

test('log-in with a code: a wrong password, the page for the code and a wrong code are announced', SOAK, async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(/^error: Failed to load resource/, /error:/);
  const { person, app } = await createAccountWithApp(site);
  await recordAnnouncements(page);
  await page.goto('/login?next=/account');
  await tabTo(page, 'textbox', 'Email');
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await expectAnnounced(page, /^Wrong email or password/);
  const password = page.getByRole('textbox', { name: 'Password' });
  await password.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await expectAnnounced(page, /^Wrong email or password/, 'Enter your code');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Enter your code" [level=1]
      - textbox "Code"
      - button "Verify"
  `);
  await expect(code).toHaveAccessibleDescription(/Enter the six digits that your authenticator app shows now\./);
  await page.keyboard.type(app.wrongCode());
  await page.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription(/Wrong or expired code/);
  await expect(code).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(app.code());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeFocused();
  await expectAnnounced(page, 'Enter your code', 'Your account');
});

test('editing a note: its buttons have names, the form takes the focus, and the saved note is announced', async ({ page, site }) => {
  await signInFirst(page, site);
  await recordAnnouncements(page);
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
  await tabTo(page, 'button', 'Close');
  await page.keyboard.press('Enter');
  await expectAnnounced(page, /Added “Music”\./, /Saved “Music and songs”\./);
  await expect(page.getByRole('button', { name: 'Edit Music and songs' })).toBeFocused();
  await expect(page.getByRole('list', { name: 'Notes' })).toMatchAriaSnapshot(`
    - list "Notes":
      - listitem:
        - checkbox "Done Music and songs"
        - heading "Music and songs" [level=2]
        - button "Edit Music and songs"
        - button "Note actions Music and songs"
  `);
});
