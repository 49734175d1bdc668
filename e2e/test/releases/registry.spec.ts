import { readFile, rm, writeFile } from 'node:fs/promises';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { registryFile } from '../../src/releases/release-folder.ts';
import { damageTest, expect } from '../../src/fixtures/site-test.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

// All other defects of a registry, and the page's messages, are tested in credentials-server/test/site/site-without-releases.test.ts.

damageTest('the site works for new visitors and open tabs after its registry has been removed', async ({ page, damaged }) => {
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
  await rm(registryFile(damaged.releases));

  const visitor = await page.context().newPage();
  await visitor.goto('/');
  await expect(visitor.getByRole('heading', { level: 1, name: 'Shared boards for notes that matter' })).toBeVisible();
  await visitor.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();

  await page.getByRole('link', { name: 'Create account' }).first().click();
  await expect(page.getByRole('main').getByRole('button', { name: 'Create account' })).toBeVisible();
});

damageTest('a server without a site serves a page that explains what to do, and that shows the site as soon as there is one', SOAK, async ({ page, damaged, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST);
  const file = registryFile(damaged.releases);
  const content = await readFile(file, 'utf8');
  await writeFile(file, content.slice(0, 100));
  const response = await page.goto('/');
  expect(response?.status()).toBe(503);
  await expect(page.getByRole('heading', { level: 1, name: 'Atrium is not ready yet' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('The registry of releases cannot be read');

  await writeFile(file, content);
  await expect(page.getByRole('heading', { level: 1, name: 'Shared boards for notes that matter' })).toBeVisible();
});
