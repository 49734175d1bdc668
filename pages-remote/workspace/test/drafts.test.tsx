import { backend } from '@atrium/page-kit/testing';
import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ada, board, chooseOfNote, notes, openAs, openBoard, putNote, putPerson, storedNote, write } from './workspace.ts';

// No realtime here: the tests decide when a board learns of changes.
beforeEach(() => {
  jest.spyOn(backend.realtime, 'sendChange').mockReturnValue();
});
afterEach(() => jest.restoreAllMocks());

const button = (name: string) => screen.getByRole('button', { name });

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
