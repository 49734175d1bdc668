import { backend, faults, renderPage } from '@atrium/page-kit/testing';
import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import workspace from '../src/module.ts';
import { ada, append, attachments, board, chooseOfNote, narrowWindow, notes, openBoard, putNote, putPerson, storedNote, widenWindow, write } from './workspace.ts';

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
  await userEvent.click(button('Keep the other'));
  expect(await screen.findByRole('heading', { name: 'Plans of theirs' })).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('Half a thou');
});

describe('on phones', () => {
  beforeEach(narrowWindow);

  /** Selects a file in the sheet. The input has no accessible name: users press the button that opens it. */
  async function choose(name: string, type: string): Promise<void> {
    const input = document.querySelector('input[type=file]');
    if (!(input instanceof HTMLInputElement)) throw new Error('There is no field for files.');
    await userEvent.upload(input, new File(['content'], name, { type }), { applyAccept: false });
  }

  test('a button opens the form for a new note in a sheet, which keeps the draft and returns the focus', async () => {
    await openBoard();
    expect(screen.queryByLabelText('Title')).not.toBeInTheDocument();
    await userEvent.click(button('Add note'));
    const sheet = await screen.findByRole('dialog', { name: 'New note' });
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveFocus());
    await write('Half a thou', 'Text');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(sheet).not.toBeInTheDocument());
    expect(button('Add note')).toHaveFocus();
    await userEvent.click(button('Add note'));
    expect(await screen.findByLabelText('Title')).toHaveValue('Half a thou');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add note' }));
    expect(await screen.findByText('Added “Half a thou”.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('heading', { name: 'Half a thou' })).toBeVisible();
    expect(button('Add note')).toHaveFocus();
    expect(button('View Half a thou')).toBeVisible();
    expect(notes().rows).toMatchObject([{ title: 'Half a thou', body: 'Text', board }]);
  });

  test('the sheet turns into the line for a new note when the window becomes wide, with the text and the focus', async () => {
    await openBoard();
    await userEvent.click(button('Add note'));
    await screen.findByRole('dialog');
    await write('Half a thou', 'Text');
    widenWindow();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByLabelText('Title')).toHaveValue('Half a thou');
    expect(screen.getByLabelText('Note')).toHaveValue('Text');
    expect(screen.getByLabelText('Note')).toHaveFocus();
    // The sheet does not open again in a narrow window.
    narrowWindow();
    expect(await screen.findByRole('button', { name: 'Add note' })).toHaveAttribute('aria-haspopup', 'dialog');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('the line is free for the next note when the window becomes wide while a note is stored', async () => {
    await openBoard();
    await userEvent.click(button('Add note'));
    const sheet = within(await screen.findByRole('dialog'));
    await write('Milk');
    const held = faults.hold({ service: 'rest', method: 'POST', path: 'workspace_notes' });
    await userEvent.click(sheet.getByRole('button', { name: 'Add note' }));
    await held.arrived;
    widenWindow();
    held.release();
    expect(await screen.findByRole('heading', { name: 'Milk' })).toBeVisible();
    expect(screen.getByLabelText('Title')).toHaveValue('');
    await write('Bread');
    await userEvent.click(button('Add note'));
    await waitFor(() => expect(notes().rows.map(({ title }) => title)).toEqual(['Milk', 'Bread']));
  });

  test('the line for a new note has the files of the sheet when the window becomes wide', async () => {
    await openBoard();
    await userEvent.click(button('Add note'));
    await screen.findByRole('dialog');
    await choose('plan.png', 'image/png');
    await choose('mistake.png', 'image/png');
    widenWindow();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await userEvent.click(button('Leave out mistake.png'));
    await write('Plans');
    await userEvent.click(button('Add note'));
    await waitFor(() => expect(attachments().rows).toMatchObject([{ board, note: notes().rows[0]?.['id'], name: 'plan.png' }]));
    expect(screen.queryByRole('button', { name: 'Leave out plan.png' })).not.toBeInTheDocument();
  });

  test('a new note gets the files that the user has chosen, and a file that is refused is reported', async () => {
    const page = await openBoard();
    await userEvent.click(button('Add note'));
    await screen.findByRole('dialog');
    await choose('plan.png', 'image/png');
    await choose('mistake.png', 'image/png');
    await choose('virus.exe', 'application/x-msdownload');
    expect(hasUnsavedChanges()).toBe(true);
    await userEvent.click(button('Leave out mistake.png'));
    expect(screen.getByLabelText('Title')).toHaveFocus();
    await write('Plans');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add note' }));
    expect(await screen.findByRole('heading', { name: 'Plans' })).toBeVisible();
    await waitFor(() => expect(attachments().rows).toMatchObject([{ board, note: notes().rows[0]?.['id'], name: 'plan.png' }]));
    expect(page.toasts.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^virus.exe was not stored\. Files of this type/));
    expect(await screen.findByRole('button', { name: 'Dismiss' })).toBeVisible();
    await waitFor(() => expect(hasUnsavedChanges()).toBe(false));
  });

  test.each([
    ['fails', { status: 504 }],
    ['succeeds', null],
  ])('keeps what the user writes into the sheet while an earlier press %s', async (_outcome, fault) => {
    await openBoard();
    await userEvent.click(button('Add note'));
    await screen.findByRole('dialog');
    await write('Milk');
    const held = faults.hold({ service: 'rest', method: 'POST', path: 'workspace_notes' });
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add note' }));
    await held.arrived;
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await userEvent.click(button('Add note'));
    await screen.findByRole('dialog');
    await append('Title', ' and eggs');
    if (fault) faults.next({ service: 'rest', method: 'POST', path: 'workspace_notes', ...fault });
    held.release();
    if (fault) await waitFor(() => expect(notes().rows).toMatchObject([{ title: 'Milk and eggs' }]));
    else expect(await screen.findByDisplayValue('Milk and eggs')).toBeVisible();
  });

  test('the files of a new note stay while the user edits another one, and visits another page', async () => {
    putNote({ title: 'Ink' });
    await openBoard();
    await screen.findByRole('heading', { name: 'Ink' });
    await userEvent.click(button('Add note'));
    await screen.findByRole('dialog');
    await choose('plan.png', 'image/png');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await userEvent.click(button('Edit Ink'));
    expect(hasUnsavedChanges()).toBe(true);
    await userEvent.click(button('Close'));
    cleanup();
    await openBoard();
    await userEvent.click(await screen.findByRole('button', { name: 'Add note' }));
    expect(await screen.findByRole('button', { name: 'Leave out plan.png' })).toBeVisible();
  });

  test('names all files of a new note that are not stored without a connection', async () => {
    const page = await openBoard();
    await userEvent.click(button('Add note'));
    await screen.findByRole('dialog');
    for (let number = 1; number <= 5; number += 1) await choose(`plan ${number}.png`, 'image/png');
    faults.offlineFor(60);
    await write('Plans');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add note' }));
    await waitFor(() => expect(page.toasts.at(-1)?.text).toMatch(/^These files were not stored: plan 1\.png, .*plan 5\.png\. The server cannot be reached/));
  });
});

test('brings back the draft of a deleted note with it', async () => {
  putNote({ title: 'Plans' });
  putNote({ title: 'Others' });
  const page = await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  await userEvent.clear(screen.getByLabelText('Title'));
  await append('Note', 'half a thou');
  await userEvent.click(button('Edit Others'));
  await userEvent.click(button('Close'));
  await chooseOfNote('Plans', 'Delete');
  await waitFor(() => expect(hasUnsavedChanges()).toBe(false));
  act(() => page.toasts.at(-1)?.action?.run());
  await waitFor(() => expect(hasUnsavedChanges()).toBe(true));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans' }));
  expect(screen.getByLabelText('Note')).toHaveValue('half a thou');
});

test('shows drafts only to their author', async () => {
  await openBoard();
  await screen.findByText('Nothing here yet');
  await write('Secret');
  cleanup();
  await renderPage(workspace, { at: `/workspace/${board}`, auth: { person: { email: 'bob@example.com', id: putPerson('Bob', board) } } });
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
  expect(await screen.findByRole('heading', { name: 'No matching notes' })).toBeVisible();
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
