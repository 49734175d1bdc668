import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import { publish, publishedSite, siteBuilds } from '../support/published-site.ts';
import { loadedFiles, page, releaseSetIn } from '../support/read-document.ts';
import { ask, startSite } from '../support/running-site.ts';

describe('when there is no site', () => {
  test.each<[string, (folder: string) => Promise<void>, string]>([
    ['there is no registry', (folder) => rm(folder, { recursive: true }), 'Publish the shell'],
    ['the registry is gone', (folder) => rm(join(folder, 'registry.json')), 'Restore it from a backup'],
    ['the registry is malformed', (folder) => writeFile(join(folder, 'registry.json'), '{'), 'cannot be read'],
    [
      'the shell is lost',
      (folder) => rm(join(folder, 'files', 'shell'), { recursive: true }),
      'No usable release of the shell',
    ],
    [
      'the registry is a folder',
      (folder) => rm(join(folder, 'registry.json')).then(() => mkdir(join(folder, 'registry.json'))),
      'cannot be read',
    ],
  ])('shows a 503 page with advice because %s', async (_what, damage, words) => {
    const { folder } = await publishedSite();
    await damage(folder);
    const base = await startSite({ store: openDirectoryStore(folder) });
    const { status, headers, text } = await ask(base, '/login', page);
    expect(status).toBe(503);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['retry-after']).toBe('5');
    expect(text).toContain('<meta http-equiv="refresh" content="5">');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(text).toContain(words);
    expect(text).not.toContain(folder);
  });

  test('serves the site after the first publish, without a restart', async () => {
    const { store } = await publishedSite([]);
    const base = await startSite({ store });
    expect((await ask(base, '/', page)).status).toBe(503);
    for (const build of siteBuilds) await publish(store, build);
    expect((await ask(base, '/', page)).status).toBe(200);
  });

  test('keeps serving the known site while the registry is damaged, and tells operators', async () => {
    const { store, folder } = await publishedSite();
    const base = await startSite({ store });
    const file = join(folder, 'registry.json');
    const whole = await readFile(file, 'utf8');
    const before = await ask(base, '/', page);
    await writeFile(file, 'broken');
    const damaged = await ask(base, '/', page);
    expect([damaged.status, releaseSetIn(damaged.text)]).toEqual([200, releaseSetIn(before.text)]);
    const readyz = await ask(base, '/readyz');
    expect([readyz.status, JSON.parse(readyz.text)]).toEqual([200, { ready: true, reasons: [expect.stringContaining('The last known site is served. The registry of releases cannot be read.')] }]);
    expect((await ask(base, '/metrics')).text).toContain('atrium_site_outdated 1');
    await writeFile(file, whole);
    expect(JSON.parse((await ask(base, '/readyz')).text)).toEqual({ ready: true, reasons: [] });
    expect((await ask(base, '/metrics')).text).toContain('atrium_site_outdated 0');
  });
});

test('serves the rest of the site without a lost page module or sign-in', async () => {
  const { folder } = await publishedSite();
  await rm(join(folder, 'files', 'workspace'), { recursive: true });
  await rm(join(folder, 'files', 'auth'), { recursive: true });
  const { status, text } = await ask(await startSite({ store: openDirectoryStore(folder) }), '/workspace', page);
  expect(status).toBe(200);
  expect(releaseSetIn(text)).toMatchObject({ auth: null, pages: [{ name: 'account' }] });
  expect(loadedFiles(text)).toEqual(['/api/supabase-credentials']);
});
