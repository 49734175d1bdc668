import { waitFor } from '@testing-library/react';
import { json } from '@atrium/auth-core/testing/fake-site';
import { site } from '@atrium/auth-core/testing/fresh-site';
import { openModuleTab } from './open-tab.ts';

const CREDENTIALS = 'GET /api/supabase-credentials';
const OFFER = 'This site’s connection to its data has changed. Reload to continue. Reload';

const noResponse = () => Promise.reject(new TypeError('Failed to fetch'));
const refusal = () => json(401, { message: 'Invalid API key' });

/** Sends requests to a project that fails. Returns a function that reads the notices on screen. */
async function failRequests(count: number, failure: () => Response | Promise<Response>): Promise<() => Promise<string[]>> {
  site.respondTo('POST /rest/v1/notes', failure);
  const client = await (await openModuleTab()).auth.getSupabase();
  for (let sent = 0; sent < count; sent += 1) await client.from('notes').insert({ title: 'Ink' });
  return async () => (await import('@atrium/page-kit/site')).shownToasts().map(({ text, action }) => `${text} ${action?.label ?? ''}`);
}

const first = () => ({ supabaseUrl: site.supabaseUrl, supabaseKey: 'sb_publishable_test' });

it.each([
  ['get no response because the project has moved', noResponse, { supabaseUrl: 'https://moved.supabase.test' }],
  ['are refused because the project has another key', refusal, { supabaseKey: 'sb_publishable_other' }],
])('offers to reload, once, when requests %s', async (_, failure, change) => {
  const bodies = [first()];
  site.respondTo(CREDENTIALS, () => json(200, bodies.shift() ?? { ...first(), ...change }));
  const notices = await failRequests(6, failure);
  await waitFor(async () => expect(await notices()).toEqual([OFFER]));
});

it('offers nothing while the credentials are the same', async () => {
  const notices = await failRequests(3, noResponse);
  await waitFor(() => expect(site.count(CREDENTIALS)).toBe(2));
  expect(await notices()).toEqual([]);
});

it('does not fetch the credentials before several requests in a row have failed', async () => {
  await failRequests(2, noResponse);
  expect(site.count(CREDENTIALS)).toBe(1);
});
