import { backend, faults } from '@atrium/page-kit/testing';
import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { ada, board, chooseOfNote, notes, openAs, openBoard, putNote, putPerson, storedNote } from './workspace.ts';

// No realtime here, so that conflicts are found by saving: on a busy machine, a message could change the buttons before the next
// press. live.test.tsx covers realtime.
beforeEach(() => {
  jest.spyOn(backend.realtime, 'sendChange').mockReturnValue();
});
afterEach(() => jest.restoreAllMocks());

const button = (name: string) => screen.getByRole('button', { name });

/** Appends to the fields. Pastes, because typing takes long. */
async function write(title: string, body = ''): Promise<void> {
  await append('Title', title);
  if (body !== '') await append('Note', body);
}

async function append(label: string, text: string): Promise<void> {
  await userEvent.click(screen.getByLabelText(label));
  await userEvent.paste(text);
}

test('edits a note in place', async () => {
  putNote({ title: 'Plans', body: 'Old' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  expect(screen.getByLabelText('Title')).toHaveFocus();
  expect(screen.getByLabelText('Title')).toHaveValue('Plans');
  await userEvent.clear(screen.getByLabelText('Note'));
  await write(' for May', 'New');
  await userEvent.click(button('Close'));
  expect(await screen.findByRole('heading', { name: 'Plans for May' })).toBeVisible();
  expect(screen.getByText('New')).toBeVisible();
  expect(button('Edit Plans for May')).toHaveFocus();
  expect(screen.getByLabelText('Title')).toHaveValue('');
});

test('opens a note where its text is clicked, saves it without a button, and closes it with Escape', async () => {
  const note = putNote({ title: 'Plans', body: 'Old' });
  await openBoard();
  await userEvent.click(await screen.findByText('Old'));
  expect(screen.getByLabelText('Note')).toHaveFocus();
  await userEvent.paste(' and new');
  await waitFor(() => expect(storedNote(note)).toMatchObject({ body: 'Old and new', version: 2 }));
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(hasUnsavedChanges()).toBe(false);
  await userEvent.keyboard('er');
  expect(screen.getByLabelText('Note')).toHaveValue('Old and newer');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(button('Edit Plans')).toHaveFocus());
  expect(storedNote(note)).toMatchObject({ body: 'Old and newer', version: 3 });
  expect(screen.getByText('Saved “Plans”.')).toHaveRole('status');
});

test('saves a note when the focus leaves it, and keeps a title that cannot be stored as a draft', async () => {
  const note = putNote({ title: 'Plans' });
  await openBoard();
  await userEvent.click(await screen.findByRole('heading', { name: 'Plans' }));
  await append('Title', ' for May');
  await userEvent.click(button('Add a note…'));
  await waitFor(() => expect(storedNote(note)).toMatchObject({ title: 'Plans for May' }));
  expect(screen.getByLabelText('Title')).toHaveFocus();
  expect(screen.getByLabelText('Title')).toHaveValue('');
  await userEvent.click(button('Edit Plans for May'));
  await userEvent.clear(screen.getByLabelText('Title'));
  await userEvent.click(button('Close'));
  expect(screen.getByLabelText('Title')).toHaveAccessibleDescription('Give it a title.');
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByText('You have begun to change this note.')).toBeVisible();
  expect(storedNote(note)).toMatchObject({ title: 'Plans for May' });
  await userEvent.click(button('Edit Plans for May'));
  await write('Plans');
  await userEvent.click(button('Close'));
  expect(await screen.findByRole('heading', { name: 'Plans' })).toBeVisible();
});

test('offers to try again when the service fails, and loses nothing', async () => {
  const note = putNote({ title: 'Plans' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await write(' for May');
  faults.next({ service: 'rest', method: 'PATCH', path: 'workspace_notes', status: 500, code: 'XX000' });
  await userEvent.click(button('Close'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/not available/);
  await userEvent.click(button('Try again'));
  await waitFor(() => expect(storedNote(note)).toMatchObject({ title: 'Plans for May' }));
  await userEvent.click(button('Close'));
  expect(await screen.findByRole('heading', { name: 'Plans for May' })).toBeVisible();
});

test('does not overwrite a change of another tab without asking', async () => {
  const note = putNote({ title: 'Plans', body: 'Old' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await write(' of mine');
  notes().update(({ id }) => id === note['id'], { title: 'Plans of theirs', body: 'Theirs' });
  await userEvent.click(button('Close'));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/changed elsewhere/);
  expect(within(alert).getByText('Plans of theirs')).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('Plans of mine');
  expect(storedNote(note)?.['title']).toBe('Plans of theirs');
  await userEvent.click(button('Keep mine'));
  expect(await screen.findByRole('heading', { name: 'Plans of mine' })).toBeVisible();
  expect(storedNote(note)?.['title']).toBe('Plans of mine');
});

test('saving without changes causes no conflict and overwrites nothing', async () => {
  const note = putNote({ title: 'Plans', body: 'Old' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await append('Title', 'x');
  await userEvent.type(screen.getByLabelText('Title'), '{Backspace}');
  notes().update(({ id }) => id === note['id'], { title: 'Plans of theirs' });
  await userEvent.click(button('Close'));
  expect(await screen.findByRole('heading', { name: 'Plans of theirs' })).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(storedNote(note)).toMatchObject({ title: 'Plans of theirs', version: 2 });
});

test('the Enter key leads from the title to the text, and stores nothing in a conflict', async () => {
  const note = putNote({ title: 'Plans', body: 'Old' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await userEvent.keyboard('{Enter}');
  expect(screen.getByLabelText('Note')).toHaveFocus();
  await append('Note', ' and mine');
  notes().update(({ id }) => id === note['id'], { body: 'Theirs' });
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText(/changed elsewhere/);
  await userEvent.click(button('Decide later'));
  expect(await screen.findByText('You have begun to change this note.')).toBeVisible();
  expect(storedNote(note)).toMatchObject({ body: 'Theirs' });
  await userEvent.click(button('Edit Plans'));
  expect(await screen.findByText(/changed elsewhere/)).toBeVisible();
  await userEvent.click(button('Take theirs'));
});

test('keeps both texts of a conflict', async () => {
  const note = putNote({ title: 'Plans', body: 'Old' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await append('Note', ' and mine');
  notes().update(({ id }) => id === note['id'], { title: 'Plans of theirs', body: 'Theirs' });
  await userEvent.click(button('Close'));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep both' }));
  expect(screen.getByLabelText('Note')).toHaveValue('Old and mine\n\nPlans of theirs\n\nTheirs');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await userEvent.click(button('Close'));
  expect(await screen.findByRole('heading', { name: 'Plans' })).toBeVisible();
  expect(storedNote(note)).toMatchObject({ title: 'Plans', body: 'Old and mine\n\nPlans of theirs\n\nTheirs', version: 3 });
});

test("keeps another tab's change when the edit is cancelled", async () => {
  const note = putNote({ title: 'Plans' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await write(' of mine');
  notes().update(({ id }) => id === note['id'], { title: 'Plans of theirs' });
  await userEvent.click(button('Close'));
  await screen.findByRole('alert');
  await userEvent.click(button('Take theirs'));
  expect(await screen.findByRole('heading', { name: 'Plans of theirs' })).toBeVisible();
  expect(hasUnsavedChanges()).toBe(false);
});

test('restores a note that was deleted while it was edited', async () => {
  const note = putNote({ title: 'Plans' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await write(' of mine');
  notes().remove(({ id }) => id === note['id']);
  await userEvent.click(button('Close'));
  expect(await screen.findByText(/deleted elsewhere/)).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('Plans of mine');
  await userEvent.click(button('Save note'));
  expect(await screen.findByRole('heading', { name: 'Plans of mine' })).toBeVisible();
  expect(storedNote(note)?.['title']).toBe('Plans of mine');
});

test('does not overwrite a note that was restored during the edit without asking', async () => {
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

test('keeps drafts while the user is on another page', async () => {
  const note = putNote({ title: 'Plans' });
  await openBoard();
  await screen.findByRole('heading', { name: 'Plans' });
  await write('Half a thou');
  await userEvent.click(button('Edit Plans'));
  await write(' of mine');
  cleanup();
  notes().update(({ id }) => id === note['id'], { title: 'Plans of theirs' });
  await openBoard();
  // The conflict shows immediately, not only after saving.
  expect(await screen.findByRole('alert')).toHaveTextContent(/changed elsewhere/);
  expect(screen.getByLabelText('Title')).toHaveValue('Plans of mine');
  await userEvent.click(button('Take theirs'));
  expect(await screen.findByRole('heading', { name: 'Plans of theirs' })).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('Half a thou');
});

test('shows drafts only to their author', async () => {
  await openBoard();
  await screen.findByText('Nothing here yet');
  await write('Secret');
  cleanup();
  await openAs({ email: 'bob@example.com', id: putPerson('Bob', board) });
  expect(screen.getByLabelText('Title')).toHaveValue('');
});

test("counts only the signed-in user's drafts as unsaved", async () => {
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
  // After a revoked session, the user logs in again and continues.
  await auth.expire();
  expect(hasUnsavedChanges()).toBe(true);
  await openBoard();
  expect(await screen.findByLabelText('Title')).toHaveValue('Half a thou');
  await userEvent.click(button('Add note'));
  expect(await screen.findByRole('heading', { name: 'Half a thou' })).toBeVisible();
  expect(hasUnsavedChanges()).toBe(false);
});

/** Begins an edit, leaves the page, and returns after another tab has deleted the note. */
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

test('shows the draft of a deleted note and restores the note with it', async () => {
  await writeIntoGoneNote();
  await userEvent.click(button('Save note'));
  expect(await screen.findByRole('heading', { name: 'Plans of mine' })).toBeVisible();
  expect(notes().rows.map(({ title }) => title)).toEqual(['Plans of mine']);
  expect(hasUnsavedChanges()).toBe(false);
});

test('discards the draft of a deleted note', async () => {
  await writeIntoGoneNote();
  await userEvent.click(button('Cancel'));
  expect(await screen.findByText('Nothing here yet')).toBeVisible();
  expect(hasUnsavedChanges()).toBe(false);
});

test('shows the draft of a note that the list does not contain', async () => {
  const note = putNote({ title: 'Plans' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await write(' of mine');
  cleanup();
  await openBoard('?show=done');
  expect(await screen.findByLabelText('Title')).toHaveValue('Plans of mine');
  expect(screen.queryByText(/deleted elsewhere/)).not.toBeInTheDocument();
  await userEvent.click(button('Close'));
  await waitFor(() => expect(storedNote(note)).toMatchObject({ title: 'Plans of mine' }));
  expect(await screen.findByText('No matching notes')).toBeVisible();
});

test('drops the draft of a note that the user deletes', async () => {
  putNote({ title: 'Plans' });
  putNote({ title: 'Others' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await userEvent.clear(screen.getByLabelText('Title'));
  await userEvent.click(button('Edit Others'));
  await userEvent.click(button('Close'));
  expect(hasUnsavedChanges()).toBe(true);
  await chooseOfNote('Plans', 'Delete');
  await waitFor(() => {
    expect(hasUnsavedChanges()).toBe(false);
  });
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
