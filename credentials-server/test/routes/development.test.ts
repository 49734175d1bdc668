import { jest } from '@jest/globals';
import { shellReleaseSchema } from '@atrium/releases/wire';
import * as v from 'valibot';
import { publishedSite, script, shellBuild, siteBuilds } from '../support/published-site.ts';
import { ask, startSite } from '../support/running-site.ts';

/** A site whose shell brings a development build along. */
async function site(allowDevelopment: boolean) {
  const shell = shellBuild();
  const development = {
    'development/boot.js': script('development boot'),
    'development/main.js': script('development'),
    'development/later.js': 'later',
    'development/main.css': 'body {}',
    'development/initial.json': JSON.stringify({ scripts: ['development/boot.js', 'development/main.js'], styles: ['development/main.css'] }),
  };
  const { store, ids } = await publishedSite([{ ...shell, files: { ...shell.files, ...development } }, ...siteBuilds.slice(1)]);
  return { base: await startSite({ store, allowDevelopment }), release: ids['shell'], store };
}

test('names the live shell’s development build, and serves its files with that integrity', async () => {
  const { base, release } = await site(true);
  const response = await ask(base, '/__atrium/development');
  expect(response.status).toBe(200);
  const shell = v.parse(shellReleaseSchema, JSON.parse(response.text));
  expect(shell.release).toBe(release);
  expect(shell.initial).toEqual({ scripts: ['development/boot.js', 'development/main.js'], styles: ['development/main.css'] });
  expect(Object.keys(shell.scripts).sort()).toEqual(['development/boot.js', 'development/later.js', 'development/main.js']);
  expect(Object.keys(shell.styles)).toEqual(['development/main.css']);
  const file = await ask(base, `${shell.base}development/main.js`, { headers: { 'accept-encoding': 'br, gzip' } });
  expect(file.text).toBe(script('development'));
});

test('reads and compresses the development build once', async () => {
  const { base, store } = await site(true);
  const read = jest.spyOn(store, 'releaseFile');
  const first = await ask(base, '/__atrium/development');
  expect(await ask(base, '/__atrium/development')).toMatchObject({ status: 200, text: first.text });
  expect(read.mock.calls.filter(([, , file]) => file === 'development/initial.json')).toHaveLength(1);
});

test('serves visitors nothing of the development build', async () => {
  const { base } = await site(true);
  const { text } = await ask(base, '/login', { headers: { accept: 'text/html' } });
  expect(text).toContain('boot.js');
  expect(text).not.toContain('development');
});

test('gives advice if it is not allowed, or if the shell has no development build', async () => {
  const refused = await ask((await site(false)).base, '/__atrium/development');
  expect([refused.status, refused.text]).toEqual([404, expect.stringContaining('ALLOW_DEVELOPMENT=true')]);
  const { store } = await publishedSite();
  const without = await ask(await startSite({ store, allowDevelopment: true }), '/__atrium/development');
  expect([without.status, without.text]).toEqual([404, expect.stringContaining('Publish the shell again')]);
});
