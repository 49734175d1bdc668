import { faults, renderPage } from '@atrium/page-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import module from '../src/module.ts';
import { makeItemsTable } from './items-backend.ts';

const first = { id: '7d9f6a52-3f0e-4a75-9a3c-0c1c3f1b2a11', title: 'The first', note: '' };

/** Opens the list, empty as it is, and types a title. */
async function typeTitle(title: string): Promise<void> {
  await renderPage(module, { at: '/__name__', auth: 'signed-in' });
  await screen.findByText('Nothing is here yet. Add the first one.');
  await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), title);
}

test('a visitor is led to the log-in page, and back from there', async () => {
  const page = await renderPage(module, { at: '/__name__', auth: 'signed-out' });
  expect(page.place).toBe('/login?next=%2F__name__');
});

test('a signed-in person sees what is there', async () => {
  makeItemsTable().insert(first);
  await renderPage(module, { at: '/__name__', auth: 'signed-in' });
  expect(await screen.findByRole('link', { name: 'The first' })).toHaveAttribute('href', `/__name__/${first.id}`);
});

test('what is added is stored and shown, and the form is empty again', async () => {
  const items = makeItemsTable();
  await typeTitle('Two chairs');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByRole('link', { name: 'Two chairs' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('');
  expect(items.rows).toEqual([expect.objectContaining({ title: 'Two chairs', note: '' })]);
});

test('without a title nothing is sent, and the field says what is wrong', async () => {
  const items = makeItemsTable();
  await renderPage(module, { at: '/__name__', auth: 'signed-in' });
  await userEvent.click(await screen.findByRole('button', { name: 'Add' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Give it a title.');
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  expect(items.rows).toEqual([]);
});

test('what was typed stays when it cannot be stored', async () => {
  const items = makeItemsTable();
  await typeTitle('Two chairs');
  faults.next({ service: 'rest', method: 'POST', status: 503 });
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The items are not available at the moment.');
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Two chairs');
  expect(items.rows).toEqual([]);
});

test('a second try stores it once, also where only the answer to the first was lost', async () => {
  const items = makeItemsTable();
  await typeTitle('Two chairs');
  faults.next({ service: 'rest', method: 'POST', answer: 'lost' });
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The server cannot be reached.');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByRole('link', { name: 'Two chairs' })).toBeVisible();
  expect(items.rows).toHaveLength(1);
});

test('a list that cannot be read says so, and can be asked for again', async () => {
  await renderPage(module, { at: '/__name__', auth: 'signed-in' });
  expect(await screen.findByRole('alert')).toHaveTextContent('The items have no place in the database yet.');
  makeItemsTable().insert(first);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'The first' })).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
