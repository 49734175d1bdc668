import { passedSmokeTest, sealed } from '../../support/published-site.ts';
import { API, bearer, orders, siteWithTeams } from '../../support/site-with-teams.ts';

test('refuses more files or bytes than a release may have', async () => {
  const { base, team } = await siteWithTeams();
  const { manifest } = await sealed(orders);
  const upload = async (files: number, bytes: number): Promise<number> => {
    const form = new FormData();
    form.append('manifest', JSON.stringify(manifest));
    form.append('smokeTest', JSON.stringify(passedSmokeTest));
    const content = new Blob([new Uint8Array(bytes)]);
    for (let index = 0; index < files; index += 1) form.append(`file:part${index}.js`, content, 'content');
    return (await fetch(`${base}${API}/releases`, { method: 'POST', body: form, ...bearer(team) })).status;
  };
  expect(await upload(2001, 1)).toBe(413);
  expect(await upload(3, 22_000_000)).toBe(413);
}, 30_000);
