import { backend, faults, type HeldRequest } from '@atrium/page-kit/testing';
import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { append, notes, openBoard, putNote, storedNote, write } from './workspace.ts';

// No realtime here, so that conflicts are found by saving: on a busy machine, a message could change the buttons before the next
// press. live.test.tsx covers realtime.
beforeEach(() => {
  jest.spyOn(backend.realtime, 'sendChange').mockReturnValue();
});
afterEach(() => jest.restoreAllMocks());

const button = (name: string) => screen.getByRole('button', { name });

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
  expect(screen.getByText('Saved')).toBeVisible();
  await userEvent.paste(' and new');
  // Not announced, because it comes and goes while the user types.
  expect(screen.getByText('Saving…')).not.toHaveRole('status');
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

/** Changes the note "Plans" and closes it, while the save is held back. */
async function closeSlowly(): Promise<HeldRequest> {
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  const held = faults.hold({ service: 'rest', method: 'PATCH', path: 'workspace_notes' });
  await append('Title', ' for May');
  await userEvent.click(button('Close'));
  await held.arrived;
  return held;
}

test('leaves the editor of another note open when a slow save has ended', async () => {
  const note = putNote({ title: 'Plans' });
  putNote({ title: 'Ink' });
  const held = await closeSlowly();
  await userEvent.click(button('Edit Ink'));
  await append('Note', 'black');
  held.release();
  expect(await screen.findByText('Saved “Plans for May”.')).toBeInTheDocument();
  expect(storedNote(note)).toMatchObject({ title: 'Plans for May' });
  expect(screen.getByLabelText('Note')).toHaveValue('black');
  expect(screen.getByLabelText('Note')).toHaveFocus();
});

test('stores that the user has undone a change while it was being saved', async () => {
  const note = putNote({ title: 'Plans', body: 'Old' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  const held = faults.hold({ service: 'rest', method: 'PATCH', path: 'workspace_notes' });
  await append('Note', ' and new');
  await held.arrived;
  await userEvent.clear(screen.getByLabelText('Note'));
  await userEvent.paste('Old');
  held.release();
  await waitFor(() => expect(storedNote(note)).toMatchObject({ body: 'Old', version: 3 }));
  expect(screen.getByLabelText('Note')).toHaveValue('Old');
});

test('leaves the focus in the form for a new note when a slow save has ended', async () => {
  putNote({ title: 'Plans' });
  const held = await closeSlowly();
  // It looks like the form, with its key.
  expect(button('Add a note…')).toHaveTextContent(/C$/);
  await userEvent.click(button('Add a note…'));
  held.release();
  expect(await screen.findByText('Saved “Plans for May”.')).toBeInTheDocument();
  expect(screen.getByLabelText('Title')).toHaveFocus();
});

test('announces the same text again', async () => {
  putNote({ title: 'Plans' });
  await openBoard();
  const texts: (string | null)[] = [];
  for (const text of ['one', 'two']) {
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
    await append('Note', text);
    await userEvent.click(button('Close'));
    await waitFor(() => expect(button('Edit Plans')).toHaveFocus());
    texts.push(screen.getByText('Saved “Plans”.').textContent);
  }
  expect(texts[1]).not.toBe(texts[0]);
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

test('marks a note as done while it is edited, and keeps the editor open', async () => {
  const note = putNote({ title: 'Plans', body: 'Old' });
  await openBoard();
  await userEvent.click(await screen.findByText('Old'));
  await userEvent.paste(' and new');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Done Plans' }));
  await waitFor(() => expect(storedNote(note)).toMatchObject({ body: 'Old and new', done: true }));
  expect(screen.getByRole('checkbox', { name: 'Done Plans' })).toBeChecked();
  expect(screen.getByLabelText('Note')).toHaveValue('Old and new');
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
  notes().update(({ id }) => id === note['id'], { title: 'Plans of theirs', body: 'Theirs' });
  await write(' of mine');
  await userEvent.click(button('Close'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^ ?This note was changed elsewhere/);
  expect(within(screen.getByRole('group', { name: 'The other text' })).getByText(/^Plans of/)).toHaveTextContent('Plans of theirs');
  expect(screen.getByLabelText('Title')).toHaveValue('Plans of mine');
  expect(storedNote(note)?.['title']).toBe('Plans of theirs');
  await userEvent.click(button('Keep yours'));
  expect(await screen.findByRole('heading', { name: 'Plans of mine' })).toBeVisible();
  expect(storedNote(note)?.['title']).toBe('Plans of mine');
});

test.each(['Close', 'Edit Other'])('saves the changes of two users in different lines when the user presses %s', async (next) => {
  const note = putNote({ title: 'Plans', body: 'Wine\nBread\nCheese' });
  putNote({ title: 'Other' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  notes().update(({ id }) => id === note['id'], { body: 'Red wine\nBread\nCheese' });
  await append('Note', ' and ham');
  await userEvent.click(button(next));
  await waitFor(() => expect(storedNote(note)).toMatchObject({ body: 'Red wine\nBread\nCheese and ham', version: 3 }));
  await waitFor(() => expect(hasUnsavedChanges()).toBe(false));
  expect(screen.queryByDisplayValue(/Cheese/)).not.toBeInTheDocument();
});

test('does not bring back what the user has undone while the save lost the race', async () => {
  const note = putNote({ title: 'Plans', body: 'Wine\nBread\nCheese' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  const held = faults.hold({ service: 'rest', method: 'PATCH', path: 'workspace_notes' });
  await append('Note', '!');
  notes().update(({ id }) => id === note['id'], { body: 'Red wine\nBread\nCheese' });
  await held.arrived;
  await userEvent.keyboard('{Backspace}');
  held.release();
  await waitFor(() => expect(screen.getByLabelText('Note')).toHaveValue('Red wine\nBread\nCheese'));
  await userEvent.click(button('Close'));
  expect(storedNote(note)).toMatchObject({ body: 'Red wine\nBread\nCheese', version: 2 });
});

test('saving without changes causes no conflict and overwrites nothing', async () => {
  const note = putNote({ title: 'Plans', body: 'Old' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  // At once, so that the editor has no time to save.
  for (const value of ['Plansx', 'Plans']) fireEvent.change(screen.getByLabelText('Title'), { target: { value } });
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
  notes().update(({ id }) => id === note['id'], { body: 'Theirs' });
  await append('Note', ' and mine');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText(/changed elsewhere/);
  await userEvent.click(button('Decide later'));
  expect(await screen.findByText('You have begun to change this note.')).toBeVisible();
  expect(storedNote(note)).toMatchObject({ body: 'Theirs' });
  await userEvent.click(button('Edit Plans'));
  expect(await screen.findByText(/changed elsewhere/)).toBeVisible();
  await userEvent.click(button('Keep the other'));
});

test('keeps both texts of a conflict', async () => {
  const note = putNote({ title: 'Plans', body: 'Old' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  notes().update(({ id }) => id === note['id'], { title: 'Plans of theirs', body: 'Theirs' });
  await append('Note', ' and mine');
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
  await userEvent.click(button('Keep the other'));
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
  notes().insert({ ...note, title: 'Plans of theirs', version: 2 });
  await userEvent.click(button('Save note'));
  expect(await screen.findByText(/changed elsewhere/)).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('Plans of mine');
  expect(storedNote(note)).toMatchObject({ title: 'Plans of theirs' });
});
