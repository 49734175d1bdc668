import { backend } from '@atrium/page-kit/testing';
import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { ada, board, notes, openAs, openBoard, putNote, putPerson, storedNote } from './workspace.ts';

// What others do is found out by saving here, not heard: on a busy machine the news came before the next press, which then
// was one of another button. What is heard is for the tests of the live board.
beforeEach(() => {
  jest.spyOn(backend.realtime, 'tellChange').mockReturnValue();
});
afterEach(() => jest.restoreAllMocks());

const button = (name: string) => screen.getByRole('button', { name });

/** Writes at the end of the fields. Pasted, because keys one by one take long. */
async function write(title: string, body = ''): Promise<void> {
  await append('Title', title);
  if (body !== '') await append('Note', body);
}

async function append(label: string, text: string): Promise<void> {
  await userEvent.click(screen.getByLabelText(label));
  await userEvent.paste(text);
}

test('edits a note in its place', async () => {
  putNote({ title: 'Plans', body: 'Old' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  expect(screen.getByLabelText('Title')).toHaveFocus();
  expect(screen.getByLabelText('Title')).toHaveValue('Plans');
  await userEvent.clear(screen.getByLabelText('Note'));
  await write(' for May', 'New');
  await userEvent.click(button('Save note'));
  expect(await screen.findByRole('heading', { name: 'Plans for May' })).toBeVisible();
  expect(screen.getByText('New')).toBeVisible();
  expect(button('Edit Plans for May')).toHaveFocus();
  expect(screen.getByLabelText('Title')).toHaveValue('');
});

test('gives an edit up', async () => {
  putNote({ title: 'Plans', body: 'Old' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await write('x', 'x');
  await userEvent.click(button('Cancel'));
  expect(screen.getByRole('heading', { name: 'Plans' })).toBeVisible();
  expect(button('Edit Plans')).toHaveFocus();
  await userEvent.click(button('Edit Plans'));
  expect(screen.getByLabelText('Title')).toHaveValue('Plans');
  await userEvent.click(button('Cancel'));
});

test('never replaces what another tab stored meanwhile unasked', async () => {
  const note = putNote({ title: 'Plans', body: 'Old' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await write(' of mine');
  notes().update(({ id }) => id === note['id'], { title: 'Plans of theirs', body: 'Theirs' });
  await userEvent.click(button('Save note'));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/changed elsewhere/);
  expect(within(alert).getByText('Plans of theirs')).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('Plans of mine');
  expect(storedNote(note)?.['title']).toBe('Plans of theirs');
  await userEvent.click(button('Keep mine'));
  expect(await screen.findByRole('heading', { name: 'Plans of mine' })).toBeVisible();
  expect(storedNote(note)?.['title']).toBe('Plans of mine');
});

test('an edit without changes raises no conflict, and replaces nothing', async () => {
  const note = putNote({ title: 'Plans', body: 'Old' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await append('Title', 'x');
  await userEvent.type(screen.getByLabelText('Title'), '{Backspace}');
  notes().update(({ id }) => id === note['id'], { title: 'Plans of theirs' });
  await userEvent.click(button('Save note'));
  expect(await screen.findByRole('heading', { name: 'Plans of theirs' })).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(storedNote(note)).toMatchObject({ title: 'Plans of theirs', version: 2 });
});

test('the Enter key in a conflict replaces nothing: it puts both texts into the form', async () => {
  const note = putNote({ title: 'Plans', body: 'Old' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await append('Note', ' and mine');
  notes().update(({ id }) => id === note['id'], { body: 'Theirs' });
  await userEvent.type(screen.getByLabelText('Title'), '{Enter}');
  await screen.findByText(/changed elsewhere/);
  await userEvent.type(screen.getByLabelText('Title'), '{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Note')).toHaveValue('Old and mine\n\nTheirs'));
  expect(storedNote(note)).toMatchObject({ body: 'Theirs' });
});

test('puts both texts into the form, if asked', async () => {
  const note = putNote({ title: 'Plans', body: 'Old' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await append('Note', ' and mine');
  notes().update(({ id }) => id === note['id'], { title: 'Plans of theirs', body: 'Theirs' });
  await userEvent.click(button('Save note'));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep both' }));
  expect(screen.getByLabelText('Note')).toHaveValue('Old and mine\n\nPlans of theirs\n\nTheirs');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await userEvent.click(button('Save note'));
  expect(await screen.findByRole('heading', { name: 'Plans' })).toBeVisible();
  expect(storedNote(note)).toMatchObject({ title: 'Plans', body: 'Old and mine\n\nPlans of theirs\n\nTheirs', version: 3 });
});

test('keeps what another tab stored when the edit is given up', async () => {
  const note = putNote({ title: 'Plans' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await write(' of mine');
  notes().update(({ id }) => id === note['id'], { title: 'Plans of theirs' });
  await userEvent.click(button('Save note'));
  await screen.findByRole('alert');
  await userEvent.click(button('Take theirs'));
  expect(await screen.findByRole('heading', { name: 'Plans of theirs' })).toBeVisible();
  expect(hasUnsavedChanges()).toBe(false);
});

test('brings a note back that was deleted while it was edited, if asked', async () => {
  const note = putNote({ title: 'Plans' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await write(' of mine');
  notes().remove(({ id }) => id === note['id']);
  await userEvent.click(button('Save note'));
  expect(await screen.findByText(/deleted elsewhere/)).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('Plans of mine');
  await userEvent.click(button('Save note'));
  expect(await screen.findByRole('heading', { name: 'Plans of mine' })).toBeVisible();
  expect(storedNote(note)?.['title']).toBe('Plans of mine');
});

test('replaces nothing unasked that came back after it was deleted', async () => {
  const note = putNote({ title: 'Plans' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await write(' of mine');
  cleanup();
  notes().remove(({ id }) => id === note['id']);
  await openBoard();
  expect(await screen.findByText(/deleted elsewhere/)).toBeVisible();
  notes().insert({ ...note, body: 'Theirs', version: 2 });
  await userEvent.click(button('Save note'));
  expect(await screen.findByText(/changed elsewhere/)).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('Plans of mine');
  expect(storedNote(note)).toMatchObject({ title: 'Plans', body: 'Theirs' });
});

test('keeps drafts while the person is on another page', async () => {
  const note = putNote({ title: 'Plans' });
  await openBoard();
  await screen.findByRole('heading', { name: 'Plans' });
  await write('Half a thou');
  await userEvent.click(button('Edit Plans'));
  await write(' of mine');
  cleanup();
  notes().update(({ id }) => id === note['id'], { title: 'Plans of theirs' });
  await openBoard();
  // What others stored is said at once, not at the next try to save.
  expect(await screen.findByRole('alert')).toHaveTextContent(/changed elsewhere/);
  expect(screen.getByLabelText('Title')).toHaveValue('Plans of mine');
  await userEvent.click(button('Take theirs'));
  expect(await screen.findByRole('heading', { name: 'Plans of theirs' })).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('Half a thou');
});

test('shows drafts to nobody else', async () => {
  await openBoard();
  await screen.findByText('Nothing here yet');
  await write('Secret');
  cleanup();
  await openAs({ email: 'bob@example.com', id: putPerson('Bob', board) });
  expect(screen.getByLabelText('Title')).toHaveValue('');
});

test('counts as unsaved what the signed-in person can save, and nobody else', async () => {
  const { auth } = await openBoard();
  await screen.findByText('Nothing here yet');
  await write('Half a thou');
  expect(hasUnsavedChanges()).toBe(true);
  cleanup();
  await auth.signOut();
  expect(hasUnsavedChanges()).toBe(false);
  await auth.signIn({ email: 'bob@example.com' });
  expect(hasUnsavedChanges()).toBe(false);
  await auth.signIn(ada());
  expect(hasUnsavedChanges()).toBe(true);
  // A session that the service ended: its person logs in again, and goes on.
  await auth.expire();
  expect(hasUnsavedChanges()).toBe(true);
  await openBoard();
  expect(await screen.findByLabelText('Title')).toHaveValue('Half a thou');
  await userEvent.click(button('Add note'));
  expect(await screen.findByRole('heading', { name: 'Half a thou' })).toBeVisible();
  expect(hasUnsavedChanges()).toBe(false);
});

/** Writes into a note, goes elsewhere, and comes back when the note was deleted in another tab. */
async function writeIntoGoneNote(): Promise<void> {
  const note = putNote({ title: 'Plans' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await write(' of mine');
  cleanup();
  notes().remove(({ id }) => id === note['id']);
  await openBoard();
  expect(await screen.findByRole('alert')).toHaveTextContent(/deleted elsewhere/);
  expect(screen.getByLabelText('Title')).toHaveValue('Plans of mine');
  expect(hasUnsavedChanges()).toBe(true);
}

test('shows what was written into a note that is gone by now, and saves it if asked', async () => {
  await writeIntoGoneNote();
  await userEvent.click(button('Save note'));
  expect(await screen.findByRole('heading', { name: 'Plans of mine' })).toBeVisible();
  expect(notes().rows.map(({ title }) => title)).toEqual(['Plans of mine']);
  expect(hasUnsavedChanges()).toBe(false);
});

test('forgets what was written into a note that is gone by now, if asked', async () => {
  await writeIntoGoneNote();
  await userEvent.click(button('Cancel'));
  expect(await screen.findByText('Nothing here yet')).toBeVisible();
  expect(hasUnsavedChanges()).toBe(false);
});

test('shows what was written into a note that the list does not show', async () => {
  const note = putNote({ title: 'Plans' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await write(' of mine');
  cleanup();
  await openBoard('?show=done');
  expect(await screen.findByRole('button', { name: 'Save note' })).toBeVisible();
  expect(screen.queryByText(/deleted elsewhere/)).not.toBeInTheDocument();
  await userEvent.click(button('Save note'));
  await waitFor(() => expect(storedNote(note)).toMatchObject({ title: 'Plans of mine' }));
  expect(await screen.findByText('No note fits')).toBeVisible();
});

test('forgets what was written into a note when its person deletes it', async () => {
  putNote({ title: 'Plans' });
  putNote({ title: 'Others' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await write(' of mine');
  await userEvent.click(button('Edit Others'));
  await userEvent.click(button('Cancel'));
  expect(hasUnsavedChanges()).toBe(true);
  await userEvent.click(button('Delete Plans'));
  await waitFor(() => {
    expect(hasUnsavedChanges()).toBe(false);
  });
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
