import { renderPage } from '@atrium/page-kit/testing';
import { screen } from '@testing-library/react';
import module from '../src/module.ts';
import { makeItemsTable } from './items-backend.ts';

const id = '7d9f6a52-3f0e-4a75-9a3c-0c1c3f1b2a11';

function storeItem(): void {
  makeItemsTable().insert({ id, title: 'The first', note: 'Keep it dry.' });
}

test('shows the item of the address, with its title as the heading', async () => {
  storeItem();
  await renderPage(module, { at: `/__name__/${id}`, auth: 'signed-in' });
  expect(await screen.findByRole('heading', { level: 1, name: 'The first' })).toBeVisible();
  expect(screen.getByText('Keep it dry.')).toBeVisible();
});

test.each([
  ['that does not exist', '1b9c7d64-0a3f-4ef5-8a5e-3f1d2c4b5a66'],
  ['is none', 'x'],
])('says that nothing was found for an id that %s', async (_what, wrong) => {
  storeItem();
  await renderPage(module, { at: `/__name__/${wrong}`, auth: 'signed-in' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Nothing found here' })).toBeVisible();
});

test('shows why an item cannot be read', async () => {
  await renderPage(module, { at: `/__name__/${id}`, auth: 'signed-in' });
  expect(await screen.findByRole('alert')).toHaveTextContent('The items are not set up in the database yet.');
});

test('redirects a visitor to the log-in page, and back afterwards', async () => {
  const page = await renderPage(module, { route: 'item', params: { id }, auth: 'signed-out' });
  expect(page.path).toBe(`/login?next=${encodeURIComponent(`/__name__/${id}`)}`);
});
