import { pngFile } from '../../src/people/image-file.ts';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { signInFirst } from '../../src/people/people.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { expectNoDefects } from '../../src/checks/screen-defects.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

test('a picture is stored as soon as it is chosen, still there after a reload, replaced and removed', SOAK, async ({ page, site }) => {
  await signInFirst(page, site);
  await page.goto('/account');
  await page.getByLabel('Choose a picture').setInputFiles(pngFile('me.png'));
  await expect(page.getByText('Your picture is saved.')).toBeVisible();
  await expect(page.getByLabel('Change picture')).toBeFocused();
  const stored = page.getByRole('img', { name: 'Your picture' });
  const box = await stored.boundingBox();
  expect(box?.width).toBe(box?.height);
  await page.reload();
  await expect.poll(() => stored.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
  await expectNoDefects(page, 'Your account');

  await page.getByLabel('Change picture').setInputFiles(pngFile('wide.png', { width: 90, height: 30 }));
  await expect(page.getByText('Your picture is saved.')).toBeVisible();
  await page.reload();
  await expect.poll(() => stored.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(90);
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(page.getByText('Your picture is removed.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Choose a picture')).toBeEnabled();
  await expect(stored).toHaveCount(0);
});

test('the field opens by its label and by the keyboard, and shows where the focus is', async ({ page, site }) => {
  await signInFirst(page, site);
  await page.goto('/account');
  const field = page.getByLabel('Choose a picture');
  // Started before the checks below: a key press can overtake this request in Chromium while the page is busy.
  const openedByKey = page.waitForEvent('filechooser');
  await page.getByRole('textbox', { name: 'Name' }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(field).toBeFocused();
  await expect(page.getByText('Choose a picture')).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Space');
  const byKey = await openedByKey;
  await byKey.setFiles(pngFile('me.png'));
  await expect(page.getByText('Your picture is saved.')).toBeVisible();
  const [byLabel] = await Promise.all([page.waitForEvent('filechooser'), page.getByText('Change picture', { exact: true }).click()]);
  expect(byLabel.isMultiple()).toBe(false);
});

test('a picture that is chosen without a connection is stored when the connection is back', SOAK, async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST);
  await signInFirst(page, site);
  await page.goto('/account');
  // Only for the storage, because the page itself is still loading.
  const storage = '**/storage/v1/**';
  await page.route(storage, (route) => route.abort('internetdisconnected'));
  await page.getByLabel('Choose a picture').setInputFiles(pngFile('me.png'));
  await expect(page.getByRole('alert')).toContainText('There is no connection to the server.');
  await expect(page.getByRole('img', { name: 'The picture that you chose' })).toHaveCount(0);
  await page.unroute(storage);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Your picture is saved.')).toBeVisible();
});

test('an SVG with a script and a damaged picture are refused before the upload', SOAK, async ({ page, site }) => {
  await signInFirst(page, site);
  await page.goto('/account');
  const field = page.getByLabel('Choose a picture');
  await field.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>') });
  await expect(page.getByRole('alert')).toContainText('This is an SVG file');
  const whole = pngFile('me.png');
  await field.setInputFiles({ ...whole, buffer: whole.buffer.subarray(0, 20) });
  await expect(page.getByRole('alert')).toContainText('the file seems to be damaged');
  await expect(page.getByRole('img')).toHaveCount(0);
});
