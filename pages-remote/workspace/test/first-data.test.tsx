import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import type { PageComponent, PageVisit } from '@atrium/page-kit/contract/page-module';
import { backend, faults } from '@atrium/page-kit/testing';
import { auth } from 'auth/auth';
import workspace from '../src/module.ts';
import { board, open, putNote } from './workspace.ts';

/** The first loads of a table: reloads of known notes leave the bodies out. */
const firstLoads = (table: string) => backend.requests.filter(({ method, path, query }) => method === 'GET' && path === `/${table}` && (table !== 'workspace_notes' || query.get('select')?.includes('body')));

/** Starts the first requests of a page, as the site does before it renders. */
async function load(route: keyof typeof workspace.routes, params: PageVisit['params']): Promise<void> {
  const { default: Page }: { readonly default: PageComponent } = await workspace.routes[route]();
  const { user } = auth.getAuth();
  if (user) await Page.load?.({ params, user, supabase: await auth.getSupabase() });
}

test('the first requests of a board start together, and the board waits for them instead of repeating them', async () => {
  putNote({ title: 'Ink' });
  await open('/workspace');
  const link = await screen.findByRole('link', { name: 'Plans of Ada' });
  backend.requests.length = 0;
  const held = faults.hold({ service: 'rest', method: 'GET', path: 'workspace_notes' });
  await load('board', { board });
  await held.arrived;
  await waitFor(() => expect(firstLoads('workspace_boards')).toHaveLength(1));
  await userEvent.click(link);
  await screen.findByText('Only you are here now.');
  await act(() => Promise.resolve(held.release()));
  await screen.findByRole('heading', { level: 2, name: 'Ink' });
  expect(firstLoads('workspace_notes')).toHaveLength(1);
});

test('a malformed board id requests nothing', async () => {
  await open('/workspace');
  await screen.findByRole('link', { name: 'Plans of Ada' });
  backend.requests.length = 0;
  await load('board', { board: 'not-an-id' });
  expect(backend.requests).toEqual([]);
});
