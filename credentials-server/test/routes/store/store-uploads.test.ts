import { InvalidReleaseError } from '@atrium/releases/stores';
import { passedSmokeTest, sealed } from '../../support/published-site.ts';
import { ask } from '../../support/running-site.ts';
import { API, bearer, codeOf, orders, siteWithTeams } from '../../support/site-with-teams.ts';

test('refuses a damaged, an incomplete and an overfull upload, and stores nothing', async () => {
  const { store, team, open } = await siteWithTeams();
  const release = await sealed(orders);
  const [[path, content] = ['', Buffer.alloc(0)]] = release.files;
  const less = new Map(release.files);
  less.delete(path);
  for (const files of [
    new Map(release.files).set(path, Buffer.concat([content, Buffer.from('!')])),
    less,
    new Map(release.files).set('more.js', Buffer.from('more')),
  ]) {
    await expect(open(team).putRelease({ ...release, files }, passedSmokeTest)).rejects.toThrow(InvalidReleaseError);
  }
  expect(await store.readManifest('orders', release.manifest.release)).toEqual({ status: 'missing' });
});

test.each<[string, (form: FormData) => void]>([
  ['no manifest', (form) => form.append('smokeTest', JSON.stringify(passedSmokeTest))],
  ['a manifest that is no JSON', (form) => form.append('manifest', '{')],
  ['a manifest of another form', (form) => form.append('manifest', '{"name":"orders"}')],
])('an upload with %s is a bad request', async (_what, fill) => {
  const { base, team } = await siteWithTeams();
  const form = new FormData();
  fill(form);
  const response = await fetch(`${base}${API}/releases`, { method: 'POST', body: form, ...bearer(team) });
  expect([response.status, await response.json()]).toEqual([400, { error: { code: 'bad-request', message: expect.any(String) as string } }]);
});

test.each(['../secret.js', '/etc/passwd', 'a/../b.js', 'app.js.br'])('refuses a file called %s', async (path) => {
  const { base, team } = await siteWithTeams();
  const { manifest } = await sealed(orders);
  const form = new FormData();
  form.append('manifest', JSON.stringify(manifest));
  form.append('smokeTest', JSON.stringify(passedSmokeTest));
  form.append(`file:${path}`, new Blob(['x']), 'content');
  const response = await fetch(`${base}${API}/releases`, { method: 'POST', body: form, ...bearer(team) });
  expect(response.status).toBe(400);
});

test('a proposal may be as large as the manifest of the largest release, and no larger', async () => {
  const { base, platform } = await siteWithTeams();
  const post = (bytes: number) =>
    ask(base, `${API}/checks`, { method: 'POST', body: JSON.stringify('x'.repeat(bytes)), headers: { ...bearer(platform).headers, 'content-type': 'application/json' } });
  const [large, larger] = [await post(1_900_000), await post(2_100_000)];
  expect([large.status, codeOf(large)]).toEqual([400, 'bad-request']);
  expect([larger.status, codeOf(larger)]).toEqual([413, 'too-large']);
});
