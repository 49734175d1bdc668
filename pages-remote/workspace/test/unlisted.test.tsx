import { faults } from '@atrium/page-kit/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { deleteNote, openBoard, putNote, storedNote } from './workspace.ts';

/** The editor, in which the user may have to decide. */
const editor = () => screen.getByRole('button', { name: /^(Close|Decide later)$/ });
const isUnlisted = () => waitFor(() => expect(editor().closest('li')).toBeNull());

/** Begins an edit on an open board. */
async function writeInto(title: string, text: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: `Edit ${title}` }));
  await userEvent.click(screen.getByLabelText('Note'));
  await userEvent.paste(text);
}

test('shows the draft of a note that is not in the list even if the note cannot be loaded', async () => {
  putNote({ title: 'Plans' });
  await openBoard();
  await writeInto('Plans', 'Mine');
  cleanup();
  const list = faults.hold({ service: 'rest', method: 'GET', path: 'workspace_notes' });
  faults.hang({ service: 'rest', method: 'GET', path: 'workspace_notes' });
  await openBoard('?show=done');
  list.release();
  await isUnlisted();
  expect(screen.getByLabelText('Title')).toHaveValue('Plans');
  expect(screen.getByLabelText('Note')).toHaveValue('Mine');
});

test('keeps the caret when the edited note leaves the list', async () => {
  const note = putNote({ title: 'Plans' });
  await openBoard();
  await screen.findByText('Only you are here now.');
  await writeInto('Plans', 'Mine');
  deleteNote(note);
  await isUnlisted();
  expect(await screen.findByText(/deleted elsewhere/)).toBeVisible();
  expect(screen.getByLabelText('Note')).toHaveFocus();
  await userEvent.keyboard(' too');
  expect(screen.getByLabelText('Note')).toHaveValue('Mine too');
  await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
  await waitFor(() => expect(storedNote(note)).toMatchObject({ body: 'Mine too' }));
  expect(await screen.findByText('Mine too')).toBeVisible();
});

test('continues with the text that was stored last when the view changes again', async () => {
  const note = putNote({ title: 'alpha' });
  putNote({ title: 'Company' });
  await openBoard();
  await userEvent.type(await screen.findByLabelText('Search'), 'alpha');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit Company' })).not.toBeInTheDocument());
  await userEvent.click(await screen.findByRole('button', { name: 'Edit alpha' }));
  await userEvent.clear(screen.getByLabelText('Title'));
  await userEvent.paste('beta');
  await isUnlisted();
  await userEvent.click(screen.getByLabelText('Note'));
  await userEvent.paste('more');
  await waitFor(() => expect(storedNote(note)).toMatchObject({ title: 'beta', body: 'more' }));
  await userEvent.type(screen.getByLabelText('Search'), 's');
  await waitFor(() => expect(screen.getByLabelText('Note')).toHaveValue('more'));
  await userEvent.click(screen.getByLabelText('Note'));
  await userEvent.keyboard(' text');
  await waitFor(() => expect(storedNote(note)).toMatchObject({ body: 'more text' }));
  expect(screen.queryByText(/changed elsewhere/)).not.toBeInTheDocument();
});

test('loses no letter that is typed while another view loads', async () => {
  putNote({ title: 'Company' });
  const note = putNote({ title: 'Plans' });
  await openBoard();
  await writeInto('Plans', 'Mine');
  await waitFor(() => expect(storedNote(note)).toMatchObject({ body: 'Mine' }));
  // The first can be a request for the note that was stored.
  const held = [1, 2].map(() => faults.hold({ service: 'rest', method: 'GET', path: 'workspace_notes' }));
  await userEvent.type(screen.getByLabelText('Search'), 'x');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit Company' })).not.toBeInTheDocument());
  await userEvent.click(screen.getByLabelText('Note'));
  await userEvent.keyboard(' too');
  for (const one of held) one.release();
  await waitFor(() => expect(storedNote(note)).toMatchObject({ body: 'Mine too' }));
  expect(screen.getByLabelText('Note')).toHaveFocus();
});

test('keeps the focus in the search field when the edited note leaves the list and returns', async () => {
  putNote({ title: 'Company' });
  putNote({ title: 'Plans' });
  await openBoard();
  await writeInto('Plans', 'Mine');
  await userEvent.type(screen.getByLabelText('Search'), 'x');
  await isUnlisted();
  expect(screen.getByLabelText('Search')).toHaveFocus();
  await userEvent.keyboard('{Backspace}');
  await waitFor(() => expect(editor().closest('li')).not.toBeNull());
  expect(screen.getByLabelText('Search')).toHaveFocus();
});
