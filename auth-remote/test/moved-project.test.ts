import { PROJECT_MOVED } from '@atrium/page-kit/contract/project-moved';
import { waitFor } from '@testing-library/react';
import { json } from './fake-site.ts';
import { site } from './fresh-site.ts';
import { openTab } from './open-tab.ts';

const CREDENTIALS = 'GET /api/supabase-credentials';

/** Sends requests to a project that does not answer any more. Gives what is called when the tab tells that it has moved. */
async function failRequests(count: number): Promise<jest.Mock> {
  const told = jest.fn();
  window.addEventListener(PROJECT_MOVED, told);
  site.answer('POST /rest/v1/notes', () => Promise.reject(new TypeError('Failed to fetch')));
  const client = await (await openTab(site)).auth.getSupabase();
  for (let sent = 0; sent < count; sent += 1) await client.from('notes').insert({ title: 'Ink' });
  return told;
}

it('tells that the project has moved when requests to it get no answer', async () => {
  const first = { supabaseUrl: site.supabaseUrl, supabaseKey: 'sb_publishable_test' };
  const answers = [first, { ...first, supabaseUrl: 'https://moved.supabase.test' }];
  site.answer(CREDENTIALS, () => json(200, answers.shift()));
  const told = await failRequests(3);
  await waitFor(() => expect(told).toHaveBeenCalled());
});

it('tells nothing while the project has the same address', async () => {
  const told = await failRequests(3);
  await waitFor(() => expect(site.count(CREDENTIALS)).toBe(2));
  expect(told).not.toHaveBeenCalled();
});

it('asks for no other address before several requests in a row got no answer', async () => {
  await failRequests(2);
  expect(site.count(CREDENTIALS)).toBe(1);
});
