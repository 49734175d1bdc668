import { readFile, rm, writeFile } from 'node:fs/promises';
import { FAILED_REQUEST } from '../src/noise.ts';
import { registryFile } from '../src/release-folder.ts';
import { damageTest, expect } from '../src/site-test.ts';

/** What can be wrong with a registry, and a part of the line that tells the people who run the site what to do. */
const FAULTS: Readonly<Record<string, { break: (file: string) => Promise<void>; advice: string }>> = {
  gone: { break: (file) => rm(file), advice: 'Restore registry.json from a copy' },
  'cut off': {
    break: async (file) => writeFile(file, (await readFile(file, 'utf8')).slice(0, 100)),
    advice: 'The registry of releases cannot be read',
  },
  empty: { break: (file) => writeFile(file, ''), advice: 'The registry of releases cannot be read' },
  'of another shape': { break: (file) => writeFile(file, '{"schema":1,"remotes":[]}'), advice: 'The registry of releases cannot be read' },
  'without a shell': {
    break: (file) => writeFile(file, '{"schema":1,"revision":1,"remotes":{}}'),
    advice: 'No usable release of the shell is live',
  },
};

for (const [fault, { break: breakRegistry, advice }] of Object.entries(FAULTS)) {
  damageTest(`a registry that is ${fault} gives a page that says what to do, and heals without a restart`, async ({ page, damaged, noise }) => {
    noise.allow(FAILED_REQUEST);
    await page.goto('/login');
    await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
    const file = registryFile(damaged.releases);
    const content = await readFile(file, 'utf8');
    await breakRegistry(file);

    const visitor = await page.context().newPage();
    const answer = await visitor.goto('/');
    expect(answer?.status()).toBe(503);
    expect(answer?.headers()['retry-after']).toBe('5');
    await expect(visitor.getByRole('heading', { level: 1, name: 'Atrium is not ready yet' })).toBeVisible();
    await expect(visitor.getByRole('main')).toContainText(advice);

    // The open tab has its release set, and loses nothing.
    await page.getByRole('link', { name: 'Create account' }).first().click();
    await expect(page.getByRole('main').getByRole('button', { name: 'Create account' })).toBeVisible();

    await writeFile(file, content);
    await visitor.reload();
    await expect(visitor.getByRole('heading', { level: 1, name: 'One place for your work' })).toBeVisible();
  });
}
