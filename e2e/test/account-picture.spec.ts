import { pngFile } from '../src/image-file.ts';
import { FAILED_REQUEST } from '../src/noise.ts';
import { signInBeforehand } from '../src/people.ts';
import { expect, test } from '../src/site-test.ts';
import { expectSound } from '../src/sound-screen.ts';

test('a picture is previewed, stored, still there after a reload, replaced and removed', async ({ page, site }) => {
  await signInBeforehand(page, site);
  await page.goto('/account');
  const field = page.getByLabel('Choose a picture');
  await field.setInputFiles(pngFile('me.png'));
  const preview = page.getByRole('img', { name: 'The picture that you chose' });
  await expect(preview).toBeVisible();
  const box = await preview.boundingBox();
  expect(box?.width).toBe(box?.height);
  await expectSound(page, 'Your account');
  await page.getByRole('button', { name: 'Save picture' }).click();
  await expect(page.getByText('Your picture is saved.')).toBeVisible();
  await page.reload();
  const stored = page.getByRole('img', { name: 'Your picture' });
  await expect.poll(() => stored.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);

  await field.setInputFiles(pngFile('wide.png', { width: 90, height: 30 }));
  await page.getByRole('button', { name: 'Save picture' }).click();
  await expect(page.getByText('Your picture is saved.')).toBeVisible();
  await expect.poll(() => stored.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(90);
  await expectSound(page, 'Your account');
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(page.getByText('Your picture is removed.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Choose a picture')).toBeVisible();
  await expect(stored).toHaveCount(0);
});

test('what is chosen stays while the connection is away, and is stored when it is back', async ({ page, site, context, noise }) => {
  noise.allow(FAILED_REQUEST);
  await signInBeforehand(page, site);
  await page.goto('/account');
  await page.getByLabel('Choose a picture').setInputFiles(pngFile('me.png'));
  await expect(page.getByRole('img', { name: 'The picture that you chose' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save picture' }).click();
  await expect(page.getByRole('alert')).toContainText('There is no connection to the server.');
  await expect(page.getByRole('img', { name: 'The picture that you chose' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Save picture' }).click();
  await expect(page.getByText('Your picture is saved.')).toBeVisible();
});

test('a drawing with a script in it and a damaged picture are refused before they are sent', async ({ page, site }) => {
  await signInBeforehand(page, site);
  await page.goto('/account');
  const field = page.getByLabel('Choose a picture');
  await field.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>') });
  await expect(page.getByRole('alert')).toContainText('This is an SVG drawing');
  const whole = pngFile('me.png');
  await field.setInputFiles({ ...whole, buffer: whole.buffer.subarray(0, 20) });
  await expect(page.getByRole('alert')).toContainText('the file seems to be damaged');
  await expect(page.getByRole('button', { name: 'Save picture' })).toHaveCount(0);
  await expectSound(page, 'Your account');
});
