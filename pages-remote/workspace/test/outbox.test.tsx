import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import { clock, faults, type HeldRequest } from '@atrium/page-kit/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { board, notes, open, openBoard, putNote, storedNote } from './workspace.ts';

const find = (title: string) => screen.findByRole('heading', { level: 2, name: title });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const stored = () => notes().rows.map(({ title, body }) => [title, body]);

/** Adds notes without a connection. */
async function addOffline(...titles: readonly string[]): Promise<void> {
  faults.offlineFor(60);
  for (const title of titles) {
    await userEvent.click(screen.getByLabelText('Title'));
    await userEvent.paste(title);
    await press('Add note');
    await find(title);
  }
}

/** Has the connection come back, and holds the first request that stores something. */
async function connectSlowly(method: 'POST' | 'PATCH'): Promise<HeldRequest> {
  const held = faults.hold({ service: 'rest', method, path: 'workspace_notes' });
  await clock.advance({ seconds: 61 });
  await held.arrived;
  return held;
}

/** The form of a new note that waited. */
async function continueWriting(title: string): Promise<HTMLElement> {
  await press(`Continue writing ${title}`);
  const button = screen.getAllByRole('button', { name: 'Discard' }).at(-1);
  return button?.closest('form') ?? document.body;
}

test('keeps what is written into a new note while that is sent, as a change of what is stored', async () => {
  await openBoard();
  await screen.findByText('Nothing here yet');
  await addOffline('Paper');
  const held = await connectSlowly('POST');
  const form = within(await continueWriting('Paper'));
  await userEvent.type(form.getByLabelText('Note'), 'white');
  held.release();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save note' }).closest('li')).not.toBeNull());
  expect(stored()).toEqual([['Paper', '']]);
  await press('Save note');
  await waitFor(() => expect(stored()).toEqual([['Paper', 'white']]));
  await waitFor(() => expect(hasUnsavedChanges()).toBe(false));
  expect(screen.queryByText(/changed elsewhere/)).not.toBeInTheDocument();
});

test('keeps what is written at the boards for the board that the note went to', async () => {
  const page = await open('/workspace');
  await screen.findByRole('heading', { name: 'Write something down' });
  await addOffline('Paper');
  const held = await connectSlowly('POST');
  const form = within(await continueWriting('Paper'));
  await userEvent.type(form.getByLabelText('Note'), 'white');
  held.release();
  await waitFor(() => expect(page.toasts.map(({ text }) => text)).toContain('“Paper” is saved now.'));
  expect(hasUnsavedChanges()).toBe(true);
  cleanup();
  await openBoard();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save note' }).closest('li')).not.toBeNull());
  await press('Save note');
  await waitFor(() => expect(stored()).toEqual([['Paper', 'white']]));
  expect(notes().rows).toMatchObject([{ board }]);
});

test('does not send a note that is being changed when its turn comes', async () => {
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

test('stores last what was saved last, when an earlier text is still on its way', async () => {
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

/** Changes a note without a connection, and goes on with it while the change is sent. */
async function goOnWithEdit(meanwhile: () => void): Promise<void> {
  const page = await openBoard();
  await press('Edit Ink');
  faults.offlineFor(60);
  await userEvent.type(screen.getByLabelText('Note'), ' and blue');
  await press('Save note');
  await screen.findByText('black and blue');
  meanwhile();
  const held = await connectSlowly('PATCH');
  await press('Edit Ink');
  await userEvent.type(screen.getByLabelText('Note'), ' and green');
  held.release();
  await waitFor(() => expect(page.toasts.at(-1)?.text).toMatch(/^“Ink” (is saved now|was changed by somebody else)/));
}

test('takes a change that was sent for nobody else’s while the person goes on with it', async () => {
  const note = putNote({ title: 'Ink', body: 'black' });
  await goOnWithEdit(() => undefined);
  await waitFor(() => expect(storedNote(note)).toMatchObject({ body: 'black and blue', version: 2 }));
  expect(screen.getByLabelText('Note')).toHaveValue('black and blue and green');
  await press('Save note');
  await waitFor(() => expect(storedNote(note)).toMatchObject({ body: 'black and blue and green', version: 3 }));
  expect(screen.queryByText(/changed elsewhere/)).not.toBeInTheDocument();
});

test('shows what somebody else stored beside what is written by then', async () => {
  const note = putNote({ title: 'Ink', body: 'black' });
  await goOnWithEdit(() => notes().update(({ id }) => id === note['id'], { body: 'red' }));
  cleanup();
  await openBoard();
  expect(await screen.findByText(/changed elsewhere/)).toBeVisible();
  expect(screen.getByLabelText('Note')).toHaveValue('black and blue and green');
  expect(storedNote(note)).toMatchObject({ body: 'red' });
});
