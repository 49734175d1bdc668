import { waitFor } from '@testing-library/react';
import { json } from './fake-site.ts';
import { site } from './fresh-site.ts';
import { openTab } from './open-tab.ts';

const CREDENTIALS = 'GET /api/supabase-credentials';

/** Sends requests to a project that does not answer any more. Gives the texts of the notices that are on screen. */
async function failRequests(count: number): Promise<() => Promise<string[]>> {
  site.answer('POST /rest/v1/notes', () => Promise.reject(new TypeError('Failed to fetch')));
  const client = await (await openTab(site)).auth.getSupabase();
  for (let sent = 0; sent < count; sent += 1) await client.from('notes').insert({ title: 'Ink' });
  return async () => (await import('@atrium/page-kit/site')).shownToasts().map(({ text, action }) => `${text} ${action?.label ?? ''}`);
}

it('offers to reload, once, when requests get no answer because the project has moved', async () => {
  const first = { supabaseUrl: site.supabaseUrl, supabaseKey: 'sb_publishable_test' };
  const answers = [first, { ...first, supabaseUrl: 'https://moved.supabase.test' }];
  site.answer(CREDENTIALS, () => json(200, answers.length > 1 ? answers.shift() : answers[0]));
  const notices = await failRequests(6);
  await waitFor(async () => expect(await notices()).toEqual(['The address of the site’s data has changed. Reload to go on. Reload']));
});

it('offers nothing while the project has the same address', async () => {
  const notices = await failRequests(3);
  await waitFor(() => expect(site.count(CREDENTIALS)).toBe(2));
  expect(await notices()).toEqual([]);
});

it('asks for no other address before several requests in a row got no answer', async () => {
  await failRequests(2);
  expect(site.count(CREDENTIALS)).toBe(1);
});
