import { accessibilityProblems } from '../../src/checks/accessibility.ts';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { addApp, askRemoval } from '../../src/people/second-factor.ts';

test('a user who logged in some time ago removes a second factor after they have confirmed that it is them, and nothing happens if they cancel', SOAK, async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST, /^error: (Login|Password update) error: /);
  await page.clock.install();
  const { person, app } = await addApp(page, site);
  // A request under way would reach its time limit.
  await page.goto('/account/security', { waitUntil: 'networkidle' });
  await page.clock.fastForward('11:00');
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const question = page.getByRole('alertdialog');

  await askRemoval(page, 'Authenticator app');
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(question).toBeHidden();

  await askRemoval(page, 'Authenticator app');
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Wrong password.');
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByLabel('Code', { exact: true }).fill(app.code());
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await expect(dialog).toBeHidden();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Two-step verification is off.')).toBeVisible();

  // Within ten minutes, the user is not asked again.
  await page.goto('/update-password');
  await page.getByLabel('New password', { exact: true }).fill(`${person.password} renewed`);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByLabel('Current password', { exact: true })).toBeFocused();
  await expect(dialog).toBeHidden();
});
