import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import { clock, faults, renderSlot, type HeldRequest, type OpenPage } from '@atrium/page-kit/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import workspace from '../src/module.ts';
import { putDraft } from '../src/sync/drafts.ts';
import { ada, append, board, notes, openBoard, putBoard, putNote, putPerson, storedNote } from './workspace.ts';

const find = (title: string) => screen.findByRole('heading', { level: 2, name: title });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const stored = () => notes().rows.map(({ title, body }) => [title, body]);

/** Adds notes while offline. */
async function addOffline(...titles: readonly string[]): Promise<void> {
  faults.offlineFor(60);
  for (const title of titles) {
    await userEvent.click(screen.getByLabelText('Title'));
    await userEvent.paste(title);
    await press('Add note');
    await find(title);
  }
}

/** Restores the connection and holds back the first request that stores a note. */
async function connectSlowly(method: 'POST' | 'PATCH'): Promise<HeldRequest> {
  const held = faults.hold({ service: 'rest', method, path: 'workspace_notes' });
  await clock.advance({ seconds: 61 });
  await held.arrived;
  return held;
}

/** The form of a waiting new note. */
async function continueWriting(title: string): Promise<HTMLElement> {
  await press(`Continue writing ${title}`);
  const button = screen.getAllByRole('button', { name: 'Discard' }).at(-1);
  return button?.closest('form') ?? document.body;
}

test.each([
  ['stored', null],
  ['refused', { status: 400, code: '23514' }],
])('the next note can be written while one is being stored, which is %s', async (outcome, fault) => {
  const page = await openBoard();
  await screen.findByText('Nothing here yet');
  await append('Title', 'Paper');
  const held = faults.hold({ service: 'rest', method: 'POST', path: 'workspace_notes' });
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await held.arrived;
  expect(screen.getByLabelText('Title')).toHaveFocus();
  await userEvent.keyboard('Ink');
  if (fault) faults.next({ service: 'rest', method: 'POST', path: 'workspace_notes', ...fault });
  held.release();
  expect(await find('Paper')).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('Ink');
  if (outcome === 'refused') {
    expect(screen.getByText('Not saved')).toBeVisible();
    expect(page.toasts.map(({ text }) => text)).toContainEqual(expect.stringContaining('Paper'));
  }
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(stored()).toEqual([...(fault ? [] : [['Paper', '']]), ['Ink', '']]));
});

test('puts a refused note back into the form when nothing else was written there', async () => {
  await openBoard();
  await screen.findByText('Nothing here yet');
  faults.next({ service: 'rest', method: 'POST', path: 'workspace_notes', status: 400, code: '23514' });
  await append('Title', 'Paper');
  await press('Add note');
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('Paper');
  expect(screen.queryByRole('heading', { level: 2, name: 'Paper' })).not.toBeInTheDocument();
  await press('Add note');
  await waitFor(() => expect(stored()).toEqual([['Paper', '']]));
});

test('keeps typing in a new note that is being sent as an edit of the stored note', async () => {
  await openBoard();
  await screen.findByText('Nothing here yet');
  await addOffline('Paper');
  const held = await connectSlowly('POST');
  const form = within(await continueWriting('Paper'));
  await userEvent.type(form.getByLabelText('Note'), 'white');
  held.release();
  // Before the edit stores itself after a pause, which a busy machine could otherwise reach first.
  await waitFor(() => expect(stored()).toEqual([['Paper', '']]));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Close' }).closest('li')).not.toBeNull());
  await press('Close');
  await waitFor(() => expect(stored()).toEqual([['Paper', 'white']]));
  await waitFor(() => expect(hasUnsavedChanges()).toBe(false));
  expect(screen.queryByText(/note was changed elsewhere/)).not.toBeInTheDocument();
});

test('does not send a waiting note that is being edited', async () => {
  const page = await openBoard();
  await screen.findByText('Nothing here yet');
  await addOffline('Paper', 'Ink');
  const held = await connectSlowly('POST');
  const form = within(await continueWriting('Ink'));
  await userEvent.type(form.getByLabelText('Note'), 'black');
  held.release();
  await waitFor(() => expect(page.toasts.map(({ text }) => text)).toContain('“Paper” is saved now.'));
  await waitFor(() => expect(stored()).toEqual([['Paper', '']]));
  expect(form.getByLabelText('Note')).toHaveValue('black');
  await userEvent.click(form.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(stored()).toEqual([['Paper', ''], ['Ink', 'black']]));
});

test('stores the latest text last when an earlier one is still being sent', async () => {
  await openBoard();
  await screen.findByText('Nothing here yet');
  await addOffline('Paper');
  const held = await connectSlowly('POST');
  const form = within(await continueWriting('Paper'));
  await userEvent.type(form.getByLabelText('Note'), 'white');
  await userEvent.click(form.getByRole('button', { name: 'Add note' }));
  held.release();
  await waitFor(() => expect(notes().rows).toMatchObject([{ title: 'Paper', body: 'white', version: 2 }]));
  await waitFor(() => expect(hasUnsavedChanges()).toBe(false));
  expect(await screen.findByText('white', { selector: 'p' })).toBeVisible();
});

test('a note that meets an ended session goes on waiting, and is sent once there is a session again', async () => {
  const page = await openBoard();
  await screen.findByText('Nothing here yet');
  await addOffline('Paper');
  faults.next({ service: 'rest', method: 'POST', path: 'workspace_notes', status: 401, code: 'PGRST303' });
  await clock.advance({ seconds: 61 });
  await clock.advance({ seconds: 15 });
  await waitFor(() => expect(stored()).toEqual([['Paper', '']]));
  await waitFor(() => expect(page.toasts.map(({ text }) => text)).toEqual(['Kept in this tab. It will be sent when you are back online.', '“Paper” is saved now.']));
});

/** Opens the board, and edits a note while offline. */
async function editOffline(): Promise<OpenPage> {
  const page = await openBoard();
  await press('Edit Ink');
  faults.offlineFor(60);
  await append('Note', ' and blue');
  await press('Close');
  await screen.findByText('black and blue');
  return page;
}

/** Edits a note while offline, and continues while the edit is sent. */
async function goOnWithEdit(meanwhile: () => void): Promise<void> {
  const page = await editOffline();
  meanwhile();
  const held = await connectSlowly('PATCH');
  await press('Edit Ink');
  await append('Note', ' and green');
  held.release();
  await waitFor(() => expect(page.toasts.at(-1)?.text).toMatch(/^“Ink” (is saved now|was changed elsewhere)/));
}

test('does not report a conflict with the user’s own sent change', async () => {
  const note = putNote({ title: 'Ink', body: 'black' });
  await goOnWithEdit(() => undefined);
  await waitFor(() => expect(storedNote(note)).toMatchObject({ body: 'black and blue', version: 2 }));
  expect(screen.getByLabelText('Note')).toHaveValue('black and blue and green');
  await press('Close');
  await waitFor(() => expect(storedNote(note)).toMatchObject({ body: 'black and blue and green', version: 3 }));
  expect(screen.queryByText(/note was changed elsewhere/)).not.toBeInTheDocument();
});

test.each(['while another page is open', 'while the user continues'])('sends a waiting text with what another user has changed in other lines, %s', async (when) => {
  const note = putNote({ title: 'Ink', body: 'red\ngreen\nblack' });
  const page = await openBoard();
  await press('Edit Ink');
  faults.offlineFor(60);
  await append('Note', ' and blue');
  await press('Close');
  await screen.findByText(/black and blue/);
  notes().update(({ id }) => id === note['id'], { body: 'dark red\ngreen\nblack' });
  if (when === 'while another page is open') {
    page.unmount();
    await clock.advance({ seconds: 61 });
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(storedNote(note)?.['body']).toBe('dark red\ngreen\nblack and blue'));
  } else {
    const held = await connectSlowly('PATCH');
    await press('Edit Ink');
    await append('Note', ' and grey');
    held.release();
    await waitFor(() => expect(storedNote(note)?.['body']).toBe('dark red\ngreen\nblack and blue and grey'), { timeout: 3_000 });
    expect(screen.queryByText(/note was changed elsewhere/)).not.toBeInTheDocument();
    await press('Close');
  }
  await waitFor(() => expect(page.toasts.at(-1)?.text).toBe('“Ink” is saved now.'));
});

test('says that another user has deleted a note whose text was waiting', async () => {
  const note = putNote({ title: 'Ink', body: 'black' });
  const page = await editOffline();
  page.unmount();
  notes().remove(({ id }) => id === note['id']);
  await clock.advance({ seconds: 61 });
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(page.toasts.at(-1)?.text).toBe('“Ink” was deleted elsewhere while you were not connected. Your text is kept on its board.'));
});

test('sends waiting notes while the user is on another page', async () => {
  const page = await openBoard();
  await screen.findByText('Nothing here yet');
  await addOffline('Paper');
  page.unmount();
  await clock.advance({ seconds: 61 });
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(stored()).toEqual([['Paper', '']]));
  expect(page.toasts.at(-1)?.text).toBe('“Paper” is saved now.');
});

test('keeps what the user wrote until a save failed', async () => {
  const note = putNote({ title: 'Ink', body: 'black' });
  await openBoard();
  await press('Edit Ink');
  const held = faults.hold({ service: 'rest', method: 'PATCH', path: 'workspace_notes' });
  await append('Note', ' and blue');
  await held.arrived;
  await userEvent.paste(' and green');
  faults.next({ service: 'rest', method: 'PATCH', path: 'workspace_notes', status: 504 });
  held.release();
  await screen.findByText(/^Kept in this tab/);
  await press('Close');
  await waitFor(() => expect(storedNote(note)).toMatchObject({ body: 'black and blue and green' }));
});

test('does not send the notes of a user who has logged out with the session of the next one', async () => {
  const page = await openBoard();
  await screen.findByText('Nothing here yet');
  await addOffline('Paper', 'Ink');
  const held = await connectSlowly('POST');
  page.unmount();
  await page.auth.signOut();
  await page.auth.signIn({ email: 'bob@example.com', id: putPerson('Bob', board) });
  held.release();
  await waitFor(() => expect(page.toasts.at(-1)?.text).toBe('“Paper” is saved now.'));
  await clock.advance({ seconds: 1 });
  expect(stored()).toEqual([['Paper', '']]);
});

test('says that a new note was refused after the user has left its form', async () => {
  putNote({ title: 'Ink' });
  const page = await openBoard();
  await screen.findByRole('heading', { name: 'Ink' });
  const held = faults.hold({ service: 'rest', method: 'POST', path: 'workspace_notes' });
  await append('Title', 'Paper');
  await press('Add note');
  await held.arrived;
  faults.next({ service: 'rest', method: 'POST', path: 'workspace_notes', status: 400, code: 'WS001' });
  await press('Edit Ink');
  held.release();
  await waitFor(() => expect(page.toasts.map(({ text }) => text)).toContainEqual(expect.stringMatching(/“Paper”/)));
});

test('sends waiting notes when the site is opened again on another page', async () => {
  // As after a reload.
  const draft = { id: crypto.randomUUID(), board: putBoard('Garden'), title: 'Paper', body: '', base: null, waiting: true };
  putDraft({ person: ada().id, board: draft.board, note: draft.id }, draft);
  await renderSlot(workspace, { extension: 'yourBoards', auth: { person: ada() } });
  await waitFor(() => expect(stored()).toEqual([['Paper', '']]));
  expect(await screen.findByText('“Paper” is saved now.')).toBeVisible();
});

test('leaves the open editor alone when another note cannot be sent', async () => {
  const ink = putNote({ title: 'Ink', body: 'black' });
  putNote({ title: 'Paper', body: 'white' });
  const page = await openBoard();
  await press('Edit Ink');
  faults.offlineFor(60);
  await append('Note', ' and blue');
  await press('Close');
  await press('Edit Paper');
  await append('Note', ' and thick');
  notes().update(({ id }) => id === ink['id'], { body: 'red' });
  await clock.advance({ seconds: 61 });
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(page.toasts.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^“Ink” was changed elsewhere/)));
  await userEvent.keyboard(' and smooth');
  expect(screen.getByLabelText('Note')).toHaveValue('white and thick and smooth');
});

test("shows another user's change beside the user's current text", async () => {
  const note = putNote({ title: 'Ink', body: 'black' });
  await goOnWithEdit(() => notes().update(({ id }) => id === note['id'], { body: 'red' }));
  cleanup();
  await openBoard();
  expect(await screen.findByText(/note was changed elsewhere/)).toBeVisible();
  expect(screen.getByLabelText('Note')).toHaveValue('black and blue and green');
  expect(storedNote(note)).toMatchObject({ body: 'red' });
});
