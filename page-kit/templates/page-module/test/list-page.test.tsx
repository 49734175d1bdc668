import { faults, renderPage } from '@atrium/page-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import module from '../src/module.ts';
import { makeItemsTable } from './items-backend.ts';

const first = { id: '7d9f6a52-3f0e-4a75-9a3c-0c1c3f1b2a11', title: 'The first', note: '' };

/** Opens the empty list and types a title. */
async function typeTitle(title: string): Promise<void> {
  await renderPage(module, { at: '/__name__', auth: 'signed-in' });
  await screen.findByText('Nothing is here yet. Add the first one.');
  await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), title);
}

test('redirects a visitor to the log-in page, and back afterwards', async () => {
  const page = await renderPage(module, { at: '/__name__', auth: 'signed-out' });
  expect(page.path).toBe('/login?next=%2F__name__');
});

test('shows the items of a signed-in user', async () => {
  makeItemsTable().insert(first);
  await renderPage(module, { at: '/__name__', auth: 'signed-in' });
  expect(await screen.findByRole('link', { name: 'The first' })).toHaveAttribute('href', `/__name__/${first.id}`);
});

test('stores and shows a new item, and empties the form', async () => {
  const items = makeItemsTable();
  await typeTitle('Two chairs');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByRole('link', { name: 'Two chairs' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('');
  expect(items.rows).toEqual([expect.objectContaining({ title: 'Two chairs', note: '' })]);
});

test('sends nothing without a title, and shows an error at the field', async () => {
  const items = makeItemsTable();
  await renderPage(module, { at: '/__name__', auth: 'signed-in' });
  await userEvent.click(await screen.findByRole('button', { name: 'Add' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Give it a title.');
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  expect(items.rows).toEqual([]);
});

test('keeps the input if storing fails', async () => {
  const items = makeItemsTable();
  await typeTitle('Two chairs');
  faults.next({ service: 'rest', method: 'POST', status: 503 });
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The items are not available at the moment.');
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Two chairs');
  expect(items.rows).toEqual([]);
});

test('stores an item once if the user retries after a lost response', async () => {
  const items = makeItemsTable();
  await typeTitle('Two chairs');
  faults.next({ service: 'rest', method: 'POST', answer: 'lost' });
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The server cannot be reached.');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByRole('link', { name: 'Two chairs' })).toBeVisible();
  expect(items.rows).toHaveLength(1);
});

test('shows an error if the list cannot be read, and can load it again', async () => {
  await renderPage(module, { at: '/__name__', auth: 'signed-in' });
  expect(await screen.findByRole('alert')).toHaveTextContent('The items are not set up in the database yet.');
  makeItemsTable().insert(first);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'The first' })).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
