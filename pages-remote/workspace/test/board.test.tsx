import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { faults, renderPage } from '@atrium/page-kit/testing';
import workspace from '../src/module.ts';

import { notes, openWorkspace, putNote, storedNote } from './notes.ts';

const titles = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
const button = (name: string) => screen.getByRole('button', { name });

async function write(title: string, body = ''): Promise<void> {
  await userEvent.type(screen.getByLabelText('Title'), title);
  if (body !== '') await userEvent.type(screen.getByLabelText('Note'), body);
}

test('is for signed-in people', async () => {
  const page = await renderPage(workspace, { at: '/workspace', auth: 'signed-out' });
  await page.waitForPlace('/login?next=%2Fworkspace');
});

test('says that an address below it does not exist', async () => {
  await renderPage(workspace, { at: '/workspace/nowhere' });
  expect(screen.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('invites to write the first note, and adds it', async () => {
  await openWorkspace();
  expect(screen.getByRole('heading', { level: 1, name: 'Workspace' })).toBeVisible();
  expect(await screen.findByText('Nothing here yet')).toBeVisible();
  await write(' Plans ', 'First line');
  await userEvent.click(button('Add note'));
  expect(await screen.findByRole('heading', { name: 'Plans' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Added “Plans”.');
  expect(screen.getByLabelText('Title')).toHaveValue('');
  expect(screen.getByLabelText('Note')).toHaveValue('');
  expect(notes().rows).toMatchObject([{ title: 'Plans', body: 'First line' }]);
});

test('shows the newest first, fifty at a time', async () => {
  for (let number = 1; number <= 60; number += 1) putNote({ title: `N${number}` });
  await openWorkspace();
  await screen.findByRole('heading', { name: 'N60' });
  expect(titles().slice(1)).toHaveLength(50);
  putNote({ title: 'From another tab' });
  await userEvent.click(button('Show more'));
  await screen.findByRole('heading', { name: 'N1' });
  expect(titles().slice(1)).toEqual(Array.from({ length: 60 }, (_, index) => `N${60 - index}`));
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  expect(button('Edit N10')).toHaveFocus();
});

test('tells what is wrong with a text before it is sent', async () => {
  await openWorkspace();
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
  expect(notes().rows.length).toBe(0);
});

test.each([
  ['no connection', { answer: 'offline' }, /cannot be reached/],
  ['an ended session', { status: 401, code: 'PGRST303' }, /session has ended/],
  ['a table that is not there', { status: 404, code: 'PGRST205' }, /migrations/],
  ['a check of the table', { status: 400, code: '23514' }, /too long/],
  ['a policy', { status: 403, code: '42501' }, /may not/],
  ['a failing service', { status: 500, code: 'XX000' }, /not available/],
] as const)('keeps what was typed in spite of %s, and adds it once at the next try', async (_, fault, text) => {
  await openWorkspace();
  await screen.findByText('Nothing here yet');
  await write('Plans', 'First line');
  faults.next({ service: 'rest', ...fault });
  await userEvent.click(button('Add note'));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByLabelText('Title')).toHaveValue('Plans');
  expect(screen.getByLabelText('Note')).toHaveValue('First line');
  await userEvent.click(button('Add note'));
  expect(await screen.findByRole('heading', { name: 'Plans' })).toBeVisible();
  expect(notes().rows.length).toBe(1);
});

test('does not add a note twice whose answer was lost', async () => {
  await openWorkspace();
  await screen.findByText('Nothing here yet');
  await write('Plans');
  faults.next({ service: 'rest', answer: 'lost' });
  await userEvent.click(button('Add note'));
  await screen.findByRole('alert');
  await userEvent.click(button('Add note'));
  expect(await screen.findByRole('heading', { name: 'Plans' })).toBeVisible();
  expect(notes().rows.length).toBe(1);
});

test('shows that the notes cannot be read, and tries again', async () => {
  putNote({ title: 'Plans' });
  faults.next({ service: 'rest', status: 500, code: 'XX000' });
  await openWorkspace();
  expect(await screen.findByRole('alert')).toHaveTextContent(/not available/);
  expect(screen.queryByText('Nothing here yet')).not.toBeInTheDocument();
  await userEvent.click(button('Try again'));
  expect(await screen.findByRole('heading', { name: 'Plans' })).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('does not show rows that are no notes', async () => {
  faults.next({ service: 'rest', respond: () => Response.json([{ id: 1 }]) });
  await openWorkspace();
  expect(await screen.findByRole('alert')).toHaveTextContent(/not available/);
});

test('deletes a note, and brings it back to its place', async () => {
  const note = putNote({ title: 'Plans', body: 'Text' });
  putNote({ title: 'Newer' });
  await openWorkspace();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Plans' }));
  expect(await screen.findByText('Deleted “Plans”.')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Plans' })).not.toBeInTheDocument();
  expect(notes().rows.length).toBe(1);
  expect(button('Undo')).toHaveFocus();
  faults.next({ service: 'rest', answer: 'offline' });
  await userEvent.click(button('Undo'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be reached/);
  await userEvent.click(button('Undo'));
  expect(await screen.findByRole('heading', { name: 'Plans' })).toBeVisible();
  expect(button('Edit Plans')).toHaveFocus();
  expect(storedNote(note)).toMatchObject({ title: 'Plans', body: 'Text', created_at: note['created_at'] });
  expect(screen.getAllByRole('button', { name: /^Edit/ }).map((edit) => edit.textContent)).toEqual(['Edit Newer', 'Edit Plans']);
});

test('shows at the note that it cannot be deleted', async () => {
  putNote({ title: 'Plans' });
  await openWorkspace();
  await screen.findByRole('heading', { name: 'Plans' });
  faults.next({ service: 'rest', answer: 'offline' });
  await userEvent.click(button('Delete Plans'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be reached/);
  await userEvent.click(button('Delete Plans'));
  await waitFor(() => {
    expect(notes().rows.length).toBe(0);
  });
});
