import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import workspace from '../src/module.ts';
import { ada, resetAuth, setSupabase, signIn } from '../../test/fake-auth.tsx';
import { FakeNotesService, refusal } from '../../test/fake-notes-service.ts';
import { findPlace, openPage } from '../../test/open-page.tsx';

let service: FakeNotesService;

beforeEach(() => {
  resetAuth();
  // A person of their own for each test: drafts last as long as the tab.
  signIn({ ...ada, id: crypto.randomUUID() });
  service = new FakeNotesService();
  setSupabase(service.client);
});

const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
const button = (name: string) => screen.getByRole('button', { name });

async function write(title: string, body = ''): Promise<void> {
  await userEvent.type(screen.getByLabelText('Title'), title);
  if (body !== '') await userEvent.type(screen.getByLabelText('Note'), body);
}

test('is for signed-in people', async () => {
  resetAuth();
  await openPage(workspace, '/workspace');
  await findPlace('/login?next=%2Fworkspace');
});

test('says that an address below it does not exist', async () => {
  await openPage(workspace, '/workspace/nowhere');
  expect(screen.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('invites to write the first note, and adds it', async () => {
  await openPage(workspace, '/workspace');
  expect(screen.getByRole('heading', { level: 1, name: 'Workspace' })).toBeVisible();
  expect(await screen.findByText('Nothing here yet')).toBeVisible();
  await write(' Plans ', 'First line');
  await userEvent.click(button('Add note'));
  expect(await screen.findByRole('heading', { name: 'Plans' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Added “Plans”.');
  expect(screen.getByLabelText('Title')).toHaveValue('');
  expect(screen.getByLabelText('Note')).toHaveValue('');
  expect([...service.rows.values()]).toMatchObject([{ title: 'Plans', body: 'First line' }]);
});

test('shows the newest first, fifty at a time', async () => {
  for (let number = 1; number <= 60; number += 1) service.put({ title: `N${number}` });
  await openPage(workspace, '/workspace');
  await screen.findByRole('heading', { name: 'N60' });
  expect(titles().slice(1)).toHaveLength(50);
  service.put({ title: 'From another tab' });
  await userEvent.click(button('Show more'));
  await screen.findByRole('heading', { name: 'N1' });
  expect(titles().slice(1)).toEqual(Array.from({ length: 60 }, (_, index) => `N${60 - index}`));
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  expect(button('Edit N10')).toHaveFocus();
});

test('tells what is wrong with a text before it is sent', async () => {
  await openPage(workspace, '/workspace');
  await userEvent.click(button('Add note'));
  expect(screen.getByLabelText('Title')).toHaveFocus();
  expect(screen.getByLabelText('Title')).toHaveAccessibleDescription('Give it a title.');
  await userEvent.click(screen.getByLabelText('Title'));
  await userEvent.paste('x'.repeat(201));
  await userEvent.click(screen.getByLabelText('Note'));
  await userEvent.paste('x'.repeat(20_001));
  await userEvent.click(button('Add note'));
  expect(screen.getByLabelText('Title')).toHaveAccessibleDescription('At most 200 characters; this has 201.');
  expect(screen.getByLabelText('Note')).toHaveAccessibleDescription('At most 20000 characters; this has 20001.');
  expect(service.rows.size).toBe(0);
});

test.each([
  ['no connection', unreachable, /cannot be reached/],
  ['an ended session', () => refusal(401, 'PGRST303'), /session has ended/],
  ['a table that is not there', () => refusal(404, 'PGRST205'), /migrations/],
  ['a check of the table', () => refusal(400, '23514'), /too long/],
  ['a policy', () => refusal(403, '42501'), /may not/],
  ['a failing service', () => refusal(500, 'XX000'), /not available/],
])('keeps what was typed in spite of %s, and adds it once at the next try', async (_, fault, text) => {
  await openPage(workspace, '/workspace');
  await screen.findByText('Nothing here yet');
  await write('Plans', 'First line');
  service.failNext(fault);
  await userEvent.click(button('Add note'));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByLabelText('Title')).toHaveValue('Plans');
  expect(screen.getByLabelText('Note')).toHaveValue('First line');
  await userEvent.click(button('Add note'));
  expect(await screen.findByRole('heading', { name: 'Plans' })).toBeVisible();
  expect(service.rows.size).toBe(1);
});

test('does not add a note twice whose answer was lost', async () => {
  await openPage(workspace, '/workspace');
  await screen.findByText('Nothing here yet');
  await write('Plans');
  service.failNext(async (act) => {
    await act();
    return unreachable();
  });
  await userEvent.click(button('Add note'));
  await screen.findByRole('alert');
  await userEvent.click(button('Add note'));
  expect(await screen.findByRole('heading', { name: 'Plans' })).toBeVisible();
  expect(service.rows.size).toBe(1);
});

test('shows that the notes cannot be read, and tries again', async () => {
  service.put({ title: 'Plans' });
  // Twice, because StrictMode asks twice.
  const failing = () => refusal(500, 'XX000');
  service.failNext(failing, failing);
  await openPage(workspace, '/workspace');
  expect(await screen.findByRole('alert')).toHaveTextContent(/not available/);
  expect(screen.queryByText('Nothing here yet')).not.toBeInTheDocument();
  await userEvent.click(button('Try again'));
  expect(await screen.findByRole('heading', { name: 'Plans' })).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('does not show rows that are no notes', async () => {
  const notNotes = () => Response.json([{ id: 1 }]);
  service.failNext(notNotes, notNotes);
  await openPage(workspace, '/workspace');
  expect(await screen.findByRole('alert')).toHaveTextContent(/not available/);
});

test('deletes a note, and brings it back to its place', async () => {
  const note = service.put({ title: 'Plans', body: 'Text' });
  service.put({ title: 'Newer' });
  await openPage(workspace, '/workspace');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Plans' }));
  expect(await screen.findByText('Deleted “Plans”.')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Plans' })).not.toBeInTheDocument();
  expect(service.rows.size).toBe(1);
  expect(button('Undo')).toHaveFocus();
  service.failNext(unreachable);
  await userEvent.click(button('Undo'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be reached/);
  await userEvent.click(button('Undo'));
  expect(await screen.findByRole('heading', { name: 'Plans' })).toBeVisible();
  expect(button('Edit Plans')).toHaveFocus();
  expect(service.rows.get(note.id)).toMatchObject({ title: 'Plans', body: 'Text', created_at: note.created_at });
  expect(screen.getAllByRole('button', { name: /^Edit/ }).map((edit) => edit.textContent)).toEqual(['Edit Newer', 'Edit Plans']);
});

test('shows at the note that it cannot be deleted', async () => {
  service.put({ title: 'Plans' });
  await openPage(workspace, '/workspace');
  await screen.findByRole('heading', { name: 'Plans' });
  service.failNext(unreachable);
  await userEvent.click(button('Delete Plans'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be reached/);
  await userEvent.click(button('Delete Plans'));
  await waitFor(() => {
    expect(service.rows.size).toBe(0);
  });
});
