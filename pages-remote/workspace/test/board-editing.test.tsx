import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { faults } from '@atrium/page-kit/testing';

import { notes, openWorkspace, putNote, storedNote } from './notes.ts';

const button = (name: string) => screen.getByRole('button', { name });

async function write(title: string, body = ''): Promise<void> {
  await userEvent.type(screen.getByLabelText('Title'), title);
  if (body !== '') await userEvent.type(screen.getByLabelText('Note'), body);
}

test('edits a note in its place', async () => {
  putNote({ title: 'Plans', body: 'Old' });
  await openWorkspace();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  expect(screen.getByLabelText('Title')).toHaveFocus();
  expect(screen.getByLabelText('Title')).toHaveValue('Plans');
  await userEvent.clear(screen.getByLabelText('Note'));
  await write(' for May', 'New');
  await userEvent.click(button('Save note'));
  expect(await screen.findByRole('heading', { name: 'Plans for May' })).toBeVisible();
  expect(screen.getByText('New')).toBeVisible();
  expect(button('Edit Plans for May')).toHaveFocus();
  expect(screen.getByText(/^edited /)).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('');
});

test('gives an edit up', async () => {
  putNote({ title: 'Plans', body: 'Old' });
  await openWorkspace();
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
  await openWorkspace();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await write(' of mine');
  notes().update(({ id }) => id === note['id'], { title: 'Plans of theirs', body: 'Theirs' });
  await userEvent.click(button('Save note'));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/changed elsewhere/);
  expect(within(alert).getByText('Plans of theirs')).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('Plans of mine');
  expect(storedNote(note)?.['title']).toBe('Plans of theirs');
  await userEvent.click(button('Save note'));
  expect(await screen.findByRole('heading', { name: 'Plans of mine' })).toBeVisible();
  expect(storedNote(note)?.['title']).toBe('Plans of mine');
});

test('keeps what another tab stored when the edit is given up', async () => {
  const note = putNote({ title: 'Plans' });
  await openWorkspace();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await write(' of mine');
  notes().update(({ id }) => id === note['id'], { title: 'Plans of theirs' });
  await userEvent.click(button('Save note'));
  await screen.findByRole('alert');
  await userEvent.click(button('Cancel'));
  expect(screen.getByRole('heading', { name: 'Plans of theirs' })).toBeVisible();
});

test('brings a note back that was deleted while it was edited, if asked', async () => {
  const note = putNote({ title: 'Plans' });
  await openWorkspace();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await write(' of mine');
  notes().remove(({ id }) => id === note['id']);
  await userEvent.click(button('Save note'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/deleted elsewhere/);
  expect(screen.getByLabelText('Title')).toHaveValue('Plans of mine');
  await userEvent.click(button('Save note'));
  expect(await screen.findByRole('heading', { name: 'Plans of mine' })).toBeVisible();
  expect(storedNote(note)?.['title']).toBe('Plans of mine');
});

test('keeps an edit that cannot be saved, and notices when an earlier try did save it', async () => {
  putNote({ title: 'Plans' });
  await openWorkspace();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await write(' for May');
  faults.next({ service: 'rest', answer: 'lost' });
  await userEvent.click(button('Save note'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be reached/);
  expect(screen.getByLabelText('Title')).toHaveValue('Plans for May');
  await userEvent.click(button('Save note'));
  expect(await screen.findByRole('heading', { name: 'Plans for May' })).toBeVisible();
});

test('keeps drafts while the person is on another page', async () => {
  const note = putNote({ title: 'Plans' });
  await openWorkspace();
  await screen.findByRole('heading', { name: 'Plans' });
  await write('Half a thou');
  await userEvent.click(button('Edit Plans'));
  await write(' of mine');
  cleanup();
  notes().update(({ id }) => id === note['id'], { title: 'Plans of theirs' });
  await openWorkspace();
  expect(await screen.findByRole('button', { name: 'Save note' })).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('Plans of mine');
  await userEvent.click(button('Save note'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/changed elsewhere/);
  await userEvent.click(button('Cancel'));
  expect(screen.getByRole('heading', { name: 'Plans of theirs' })).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('Half a thou');
});

test('shows drafts to nobody else', async () => {
  await openWorkspace();
  await write('Secret');
  cleanup();
  await openWorkspace('bob@example.com');
  expect(screen.getByLabelText('Title')).toHaveValue('');
});

test('counts as unsaved what the signed-in person can save, and nobody else', async () => {
  const { auth } = await openWorkspace('ada@example.com');
  await write('Half a thou');
  expect(hasUnsavedChanges()).toBe(true);
  cleanup();
  await auth.signOut();
  expect(hasUnsavedChanges()).toBe(false);
  await auth.signIn({ email: 'bob@example.com' });
  expect(hasUnsavedChanges()).toBe(false);
  await auth.signIn({ email: 'ada@example.com' });
  expect(hasUnsavedChanges()).toBe(true);
  // A session that the service ended: its person logs in again, and goes on.
  await auth.expire();
  expect(hasUnsavedChanges()).toBe(true);
  await openWorkspace('ada@example.com');
  expect(screen.getByLabelText('Title')).toHaveValue('Half a thou');
  await userEvent.click(button('Add note'));
  expect(await screen.findByRole('heading', { name: 'Half a thou' })).toBeVisible();
  expect(hasUnsavedChanges()).toBe(false);
});

/** Writes into a note, goes elsewhere, and comes back when the note was deleted in another tab. */
async function writeIntoGoneNote(): Promise<void> {
  const note = putNote({ title: 'Plans' });
  await openWorkspace();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await write(' of mine');
  cleanup();
  notes().remove(({ id }) => id === note['id']);
  await openWorkspace();
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

test('takes no note for gone that may be on a later page', async () => {
  for (let number = 1; number <= 51; number += 1) putNote({ title: `N${number}` });
  await openWorkspace();
  // By text, because to look for roles among so many notes takes long.
  await userEvent.click(await screen.findByText('Show more'));
  await screen.findByText('N1', { selector: 'h2' });
  await userEvent.click(screen.getAllByText(/^Edit/).at(-1) ?? document.body);
  await userEvent.paste(' of mine');
  expect(screen.getByLabelText('Title')).toHaveValue('N1 of mine');
  cleanup();
  await openWorkspace();
  await screen.findByText('N51', { selector: 'h2' });
  expect(screen.queryByText(/deleted elsewhere/)).not.toBeInTheDocument();
  await userEvent.click(screen.getByText('Show more'));
  expect(await screen.findByText('Save note')).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('N1 of mine');
}, 20_000);

test('forgets what was written into a note when its person deletes it', async () => {
  putNote({ title: 'Plans' });
  putNote({ title: 'Others' });
  await openWorkspace();
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
