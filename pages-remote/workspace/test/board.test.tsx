import { notifyManager } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, faults, renderPage } from '@atrium/page-kit/testing';
import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import workspace from '../src/module.ts';
import { arranged, board, chooseOfNote, notes, open, openBoard, putBoard, putNote, putPerson, storedNote, write } from './workspace.ts';

const button = (name: string) => screen.getByRole('button', { name });

afterEach(() => jest.restoreAllMocks());

test('is for signed-in people', async () => {
  const page = await renderPage(workspace, { at: `/workspace/${board}`, auth: 'signed-out' });
  await page.waitForPath(`/login?next=${encodeURIComponent(`/workspace/${board}`)}`);
});

test('shows "Page not found" for an address that is no board', async () => {
  await open('/workspace/nowhere');
  expect(screen.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('shows "Board not found" for a missing or inaccessible board', async () => {
  const theirs = putBoard('Secret', putPerson('Bob'));
  await open(`/workspace/${theirs}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Board not found' })).toBeVisible();
  expect(screen.queryByText('Secret')).not.toBeInTheDocument();
});

test('prompts for the first note and adds it', async () => {
  await openBoard();
  expect(await screen.findByRole('heading', { level: 1, name: 'Plans of Ada' })).toBeVisible();
  expect(await screen.findByText('Nothing here yet')).toBeVisible();
  await write(' Plans ', 'First line');
  await userEvent.click(button('Add note'));
  expect(await screen.findByRole('heading', { name: 'Plans' })).toBeVisible();
  // Once in the live region, once beside the form.
  expect(screen.getAllByRole('status').filter(({ textContent }) => textContent?.includes('Plans'))).toHaveLength(1);
  expect(screen.getByText('Added “Plans”.')).toHaveRole('status');
  expect(await screen.findByRole('button', { name: 'View Plans' })).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('');
  expect(screen.getByLabelText('Note')).toHaveValue('');
  expect(notes().rows).toMatchObject([{ title: 'Plans', body: 'First line', board }]);
});

test('shows how many notes and people are on the board', async () => {
  putNote({ title: 'One', done: true });
  putNote({ title: 'Two' });
  await openBoard();
  expect(await screen.findByText('2 notes, 1 done · 1 person')).toBeVisible();
});

test('validates a text before it is sent', async () => {
  await openBoard();
  await screen.findByText('Nothing here yet');
  await userEvent.click(button('Add note'));
  expect(screen.getByLabelText('Title')).toHaveFocus();
  expect(screen.getByLabelText('Title')).toHaveAccessibleDescription('Give it a title.');
  await userEvent.click(screen.getByLabelText('Title'));
  await userEvent.paste('x'.repeat(201));
  await userEvent.click(screen.getByLabelText('Note'));
  await userEvent.paste('x'.repeat(20_001));
  await userEvent.click(button('Add note'));
  expect(screen.getByLabelText('Title')).toHaveAccessibleDescription('At most 200 characters; this has 201.');
  expect(screen.getByLabelText('Note')).toHaveAccessibleDescription('At most 20,000 characters; this has 20,001.');
  expect(notes().rows.length).toBe(0);
});

test.each([
  ['an ended session', { status: 401, code: 'PGRST303' }, /session has ended/],
  ['a full board', { status: 400, code: 'WS003' }, /as many notes as it can hold/],
] as const)('keeps what was typed in spite of %s, and adds it once at the next try', async (_, fault, text) => {
  await openBoard();
  await screen.findByText('Nothing here yet');
  await write('Plans', 'First line');
  faults.next({ service: 'rest', method: 'POST', path: 'workspace_notes', ...fault });
  await userEvent.click(button('Add note'));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByLabelText('Title')).toHaveValue('Plans');
  expect(screen.getByLabelText('Note')).toHaveValue('First line');
  await userEvent.click(button('Add note'));
  expect(await screen.findByRole('heading', { name: 'Plans' })).toBeVisible();
  expect(notes().rows.length).toBe(1);
});

test('replaces the failure of an earlier attempt by a validation error', async () => {
  await openBoard();
  await screen.findByText('Nothing here yet');
  await write('Plans');
  faults.next({ service: 'rest', method: 'POST', path: 'workspace_notes', status: 500, code: 'XX000' });
  await userEvent.click(button('Add note'));
  expect(await screen.findByText(/not available/)).toBeVisible();
  await userEvent.clear(screen.getByLabelText('Title'));
  await userEvent.click(button('Add note'));
  await waitFor(() => expect(screen.queryByText(/not available/)).not.toBeInTheDocument());
  expect(screen.getByLabelText('Title')).toBeInvalid();
});

test('offers to try again when the notes cannot be loaded', async () => {
  putNote({ title: 'Plans' });
  faults.next({ service: 'rest', path: 'workspace_notes', status: 500, code: 'XX000' });
  await openBoard();
  expect(await screen.findByRole('alert')).toHaveTextContent(/not available/);
  expect(screen.queryByText('Nothing here yet')).not.toBeInTheDocument();
  await userEvent.click(button('Try again'));
  expect(await screen.findByRole('heading', { name: 'Plans' })).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('offers to try again when the board cannot be loaded', async () => {
  faults.next({ service: 'rest', path: 'workspace_boards', status: 500, code: 'XX000' });
  await openBoard();
  expect(await screen.findByRole('alert')).toHaveTextContent(/not available/);
  expect(screen.getByRole('heading', { level: 1, name: 'Board' })).toBeVisible();
  await userEvent.click(button('Try again'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Plans of Ada' })).toBeVisible();
});

test('refuses rows that are not notes', async () => {
  faults.next({ service: 'rest', path: 'workspace_notes', respond: () => Response.json([{ id: 1 }]) });
  await openBoard();
  expect(await screen.findByRole('alert')).toHaveTextContent(/not available/);
});

test('deletes a note and restores it to its place', async () => {
  const bob = putPerson('Bob', board);
  const note = putNote({ title: 'Plans', body: 'Text', done: true, author: bob });
  putNote({ title: 'Newer' });
  await openBoard();
  await chooseOfNote('Plans', 'Delete');
  expect(await screen.findByText('Deleted “Plans”.')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Plans' })).not.toBeInTheDocument();
  expect(notes().rows.length).toBe(1);
  expect(button('Edit Newer')).toHaveFocus();
  faults.next({ service: 'rest', path: 'rpc/workspace_restore', answer: 'offline' });
  await userEvent.click(button('Undo'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/was not restored. The server cannot be reached/);
  await userEvent.click(button('Undo'));
  expect(await screen.findByRole('heading', { name: 'Plans' })).toBeVisible();
  await waitFor(() => expect(button('Edit Plans')).toHaveFocus());
  expect(storedNote(note)).toMatchObject({ title: 'Plans', body: 'Text', done: true, author: bob, position: note['position'], created_at: note['created_at'], version: 1 });
  expect(screen.getAllByRole('button', { name: /^Edit/ }).map((edit) => edit.textContent)).toEqual(['Edit Newer', 'Edit Plans']);
});

test('restores a note that another user had changed before it was deleted', async () => {
  const note = putNote({ title: 'Plans', body: 'Old' });
  await openBoard();
  await screen.findByRole('heading', { name: 'Plans' });
  jest.spyOn(backend.realtime, 'sendChange').mockReturnValue();
  notes().update(({ id }) => id === note['id'], { body: 'Theirs' });
  await chooseOfNote('Plans', 'Delete');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(storedNote(note)).toMatchObject({ title: 'Plans', body: 'Theirs', version: 2 }));
  expect(await screen.findByText('Theirs')).toBeVisible();
});

test('shows a note again that could not be deleted', async () => {
  putNote({ title: 'Plans' });
  await openBoard();
  await screen.findByRole('heading', { name: 'Plans' });
  faults.next({ service: 'rest', method: 'DELETE', status: 403, code: '42501' });
  await chooseOfNote('Plans', 'Delete');
  expect(await screen.findByRole('alert')).toHaveTextContent('“Plans” was not deleted. You do not have access to do this.');
  expect(screen.getByRole('heading', { name: 'Plans' })).toBeVisible();
  await chooseOfNote('Plans', 'Delete');
  await waitFor(() => {
    expect(notes().rows.length).toBe(0);
  });
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('counts a deletion as unsaved until it is stored, because closing the tab would undo it', async () => {
  putNote({ title: 'Plans' });
  await openBoard();
  await screen.findByRole('heading', { name: 'Plans' });
  const held = faults.hold({ service: 'rest', method: 'DELETE' });
  await chooseOfNote('Plans', 'Delete');
  await held.arrived;
  expect(screen.queryByRole('heading', { name: 'Plans' })).not.toBeInTheDocument();
  expect(hasUnsavedChanges()).toBe(true);
  cleanup();
  expect(hasUnsavedChanges()).toBe(true);
  held.release();
  await waitFor(() => expect(hasUnsavedChanges()).toBe(false));
  expect(notes().rows).toEqual([]);
});

test('ticks a note off optimistically, and undoes it when that is refused', async () => {
  const note = putNote({ title: 'Plans' });
  await openBoard();
  const done = await screen.findByRole('checkbox', { name: 'Done Plans' });
  await userEvent.click(done);
  expect(done).toBeChecked();
  await waitFor(() => expect(storedNote(note)).toMatchObject({ done: true, version: 1 }));
  const held = faults.hold({ service: 'rest', method: 'PATCH' });
  await userEvent.click(done);
  await waitFor(() => expect(done).not.toBeChecked());
  await held.arrived;
  notes().remove(({ id }) => id === note['id']);
  held.release();
  expect(await screen.findByRole('alert')).toHaveTextContent('“Plans” was not changed. Someone else deleted this');
});

test('a response from before a change does not show the earlier state again', async () => {
  const note = putNote({ title: 'Plans' });
  await openBoard();
  const done = await screen.findByRole('checkbox', { name: 'Done Plans' });
  const read = faults.hold({ service: 'rest', method: 'GET', path: 'workspace_notes' });
  await userEvent.click(done);
  await read.arrived;
  const change = faults.hold({ service: 'rest', method: 'PATCH' });
  await userEvent.click(done);
  await waitFor(() => expect(done).not.toBeChecked());
  await change.arrived;
  const title = screen.getByRole('heading', { name: 'Plans' });
  let turns = 0;
  const observer = new MutationObserver(() => void (turns += 1));
  observer.observe(title, { attributes: true, attributeFilter: ['class'] });
  read.release();
  putNote({ title: 'A later note' });
  expect(await screen.findByRole('heading', { name: 'A later note' })).toBeVisible();
  change.release();
  await waitFor(() => expect(storedNote(note)).toMatchObject({ done: false }));
  observer.disconnect();
  expect(turns).toBe(0);
});

test('keeps the changes of others when a change is refused', async () => {
  const note = putNote({ title: 'Plans' });
  await openBoard();
  const done = await screen.findByRole('checkbox', { name: 'Done Plans' });
  const held = faults.hold({ service: 'rest', method: 'PATCH' });
  await userEvent.click(done);
  await held.arrived;
  putNote({ title: 'Theirs' });
  await screen.findByRole('heading', { name: 'Theirs' });
  notes().remove(({ id }) => id === note['id']);
  held.release();
  expect(await screen.findByRole('alert')).toHaveTextContent('“Plans” was not changed.');
  expect(await screen.findByRole('heading', { name: 'Theirs' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Plans' })).not.toBeInTheDocument());
});

test('moves a note as far as its keys were pressed, even if the list is shown later', async () => {
  for (const title of ['D', 'C', 'B', 'A']) putNote({ title });
  await openBoard();
  await screen.findByRole('heading', { level: 2, name: 'A' });
  act(() => screen.getByRole('checkbox', { name: 'Done A' }).focus());
  const held = faults.hold({ service: 'rest', path: 'workspace_move_note' });
  const waiting: (() => void)[] = [];
  // As on a busy device.
  notifyManager.setScheduler((show) => waiting.push(show));
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  notifyManager.setScheduler(setTimeout);
  act(() => waiting.forEach((show) => show()));
  expect(screen.getByText('“A” is now 3 of 4.')).toBeVisible();
  held.release();
  await waitFor(() => expect(arranged().map(({ title }) => title)).toEqual(['B', 'C', 'A', 'D']));
});
