import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import { backend, clock, faults, type OpenPage } from '@atrium/page-kit/testing';
import { auth } from 'auth/auth';
import { ada, append, attachments, board, changeFirst, channels, deleteNote, members, notes, open, openBoard, putNote, putPerson, storedNote } from './workspace.ts';

const channel = () => `workspace:board:${board}`;
const find = (title: string) => screen.findByRole('heading', { level: 2, name: title });

/** Opens the board and waits for its live connection. */
async function openLive(search = ''): Promise<OpenPage> {
  const page = await openBoard(search);
  await screen.findByText('Only you are here now.');
  return page;
}

/** A response that starts immediately and sends its rows when the test calls `finish`. */
function slowResponse() {
  let isAsked: () => void = () => undefined;
  let finish: (rows: readonly object[]) => void = () => undefined;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      finish = (rows) => {
        stream.enqueue(new TextEncoder().encode(JSON.stringify(rows)));
        stream.close();
      };
    },
  });
  const respond = () => {
    isAsked();
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  };
  return { asked, finish, respond };
}

afterEach(() => {
  jest.useRealTimers();
});

test('shows notes that others add, change and delete', async () => {
  const note = putNote({ title: 'Ink' });
  await openLive();
  await find('Ink');
  putNote({ title: 'Pens' });
  await find('Pens');
  notes().update(({ id }) => id === note['id'], { title: 'Blue ink', done: true });
  await find('Blue ink');
  expect(screen.getByRole('checkbox', { name: 'Done Blue ink' })).toBeChecked();
  deleteNote(note);
  await waitFor(() => expect(screen.queryByText('Blue ink', { selector: 'h2' })).not.toBeInTheDocument());
});

test('shows the latest state of a note when an older response arrives later', async () => {
  const note = putNote({ title: 'Ink' });
  await openLive();
  await find('Ink');
  const slow = slowResponse();
  faults.next({ service: 'rest', method: 'GET', path: 'workspace_notes', respond: slow.respond });
  notes().update(({ id }) => id === note['id'], { title: 'Blue ink' });
  const before = storedNote(note);
  await slow.asked;
  notes().update(({ id }) => id === note['id'], { title: 'Red ink' });
  await find('Red ink');
  await act(() => Promise.resolve(slow.finish([{ ...before, workspace_attachments: [] }])));
  putNote({ title: 'Pens' });
  await find('Pens');
  expect(screen.getByText('Red ink', { selector: 'h2' })).toBeVisible();
});

test('applies only changes that the view shows', async () => {
  putNote({ title: 'Ink' });
  await openLive('?show=open&order=title');
  await find('Ink');
  putNote({ title: 'Done with', done: true });
  putNote({ title: 'A first' });
  await find('A first');
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent).slice(1)).toEqual(['A first', 'Ink']);
});

test('updates the number of files when others add and delete them', async () => {
  const note = putNote({ title: 'Ink' });
  await openLive();
  await find('Ink');
  attachments().insert({ board, note: note['id'], path: `${board}/${String(note['id'])}/${crypto.randomUUID()}/a.txt`, name: 'a.txt', type: 'text/plain', size: 1 });
  await screen.findByRole('button', { name: 'Files (1) Ink' });
  attachments().remove(() => true);
  backend.realtime.broadcast(channel(), 'deleted', { note: note['id'] });
  await screen.findByRole('button', { name: 'Files Ink' });
});

test('shows immediately when another user changes the note that is being edited', async () => {
  const note = putNote({ title: 'Ink', body: 'black' });
  await openLive();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Ink' }));
  // Nothing is typed yet, so the editor follows the stored text.
  notes().update(({ id }) => id === note['id'], { title: 'Inks' });
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue('Inks'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await changeFirst(note, { body: 'red' }, () => append('Note', ' and blue'));
  expect(await screen.findByText(/changed elsewhere/)).toBeVisible();
  expect(within(screen.getByRole('group', { name: 'The other text' })).getByText('red')).toBeVisible();
  expect(screen.getByLabelText('Note')).toHaveValue('black and blue');
  await userEvent.click(screen.getByRole('button', { name: 'Keep the other' }));
  expect(await screen.findByText('red')).toBeVisible();
});

test('shows who has the board open', async () => {
  const bob = putPerson('Bob', board);
  await openBoard();
  await screen.findByText('Only you are here now.');
  const leave = backend.realtime.join(channel(), bob);
  expect(await screen.findByText('Here now: Bob and you')).toBeVisible();
  act(leave);
  expect(await screen.findByText('Only you are here now.')).toBeVisible();
});

test('shows a placeholder for a present user without a name', async () => {
  const nameless = putPerson('', board);
  await openBoard();
  await screen.findByText('Only you are here now.');
  backend.realtime.join(channel(), nameless);
  expect(await screen.findByText('Here now: Unnamed member and you')).toBeVisible();
});

test('updates the number of people when a member joins', async () => {
  await openLive();
  await act(() => Promise.resolve(putPerson('Bob', board)));
  expect(await screen.findByText('0 notes · 2 people')).toBeVisible();
});

test('shows that the user is no longer on the board when they return to the tab', async () => {
  await openLive();
  members().remove(() => true);
  backend.table('workspace_boards').update(() => true, { owner: 'someone else' });
  await clock.advance({ minutes: 1 });
  jest.useFakeTimers({ advanceTimers: true, now: Date.now() });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  expect(await screen.findByRole('heading', { level: 1, name: 'You are no longer on “Plans of Ada”' })).toHaveFocus();
  expect(screen.queryByText(/Your unsaved text/)).not.toBeInTheDocument();
  // As after an undone deletion. The page requests a missing board every five seconds.
  members().insert({ board, person: ada().id });
  await clock.advance({ seconds: 5 });
  expect(await screen.findByRole('heading', { level: 1, name: 'Plans of Ada' })).toHaveFocus();
});

test('shows immediately that the user was removed from the board, and keeps their draft', async () => {
  const page = await openLive();
  await append('Title', 'Half a thou');
  members().remove(() => true);
  // A user without access receives no change of the board's row.
  backend.table('workspace_boards').update(() => true, { owner: 'someone else' });
  backend.realtime.broadcast(channel(), 'members', {});
  expect(await screen.findByRole('heading', { level: 1, name: 'You are no longer on “Plans of Ada”' })).toBeVisible();
  expect(screen.getByText(/Your unsaved text is kept/)).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Go to the workspace' }));
  await page.waitForPath('/workspace');
  expect(await screen.findByRole('heading', { name: 'Text for a deleted board' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Discard Half a thou' }));
  expect(hasUnsavedChanges()).toBe(false);
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test("joins the board's new channel after a member was removed", async () => {
  const bob = putPerson('Bob', board);
  await openLive();
  await screen.findByText('0 notes · 2 people');
  const before = channel();
  const after = `workspace:board:${crypto.randomUUID()}`;
  members().remove(({ person }) => person === bob);
  channels().update(() => true, { channel: after.replace('workspace:board:', '') });
  backend.realtime.broadcast(before, 'members', {});
  await waitFor(() => expect([backend.realtime.listeners(before), backend.realtime.listeners(after)]).toEqual([0, 1]));
  expect(await screen.findByText('Only you are here now.')).toBeVisible();
  putNote({ title: 'Ink' });
  await find('Ink');
});

test('leaves the channel when the page unmounts', async () => {
  await openLive();
  expect(backend.realtime.listeners(channel())).toBe(1);
  cleanup();
  await waitFor(() => expect(backend.realtime.listeners(channel())).toBe(0));
  await openLive();
  expect(backend.realtime.listeners(channel())).toBe(1);
});

test('joins no channel if the page unmounts before the connection has the token', async () => {
  await openLive();
  const client = await auth.getSupabase();
  let setToken: (() => void) | undefined;
  jest.spyOn(client.realtime, 'setAuth').mockImplementation(() => new Promise<void>((resolve) => (setToken = resolve)));
  // The board gets another channel, which the page joins.
  channels().update((row) => row['board'] === board, { channel: 'another' });
  backend.realtime.broadcast(channel(), 'members', {});
  await waitFor(() => expect(setToken).toBeDefined());
  cleanup();
  await waitFor(() => expect(client.getChannels()).toEqual([]));
  await act(() => Promise.resolve(setToken?.()));
  expect(client.getChannels()).toEqual([]);
});

test('shows that the connection is lost, and loads missed changes when it is back', async () => {
  const note = putNote({ title: 'Ink' });
  putNote({ title: 'Pens' });
  await openLive();
  await find('Ink');
  faults.offlineFor(60);
  expect(await screen.findByText(/live connection is interrupted/)).toBeVisible();
  notes().update(({ id }) => id === note['id'], { title: 'Blue ink' });
  notes().remove(({ title }) => title === 'Pens');
  putNote({ title: 'Paper' });
  await clock.advance({ seconds: 61 });
  await waitFor(() => expect(screen.queryByText(/live connection is interrupted/)).not.toBeInTheDocument(), { timeout: 15_000 });
  await find('Paper');
  expect(await find('Blue ink')).toBeVisible();
  expect(screen.queryByText('Pens', { selector: 'h2' })).not.toBeInTheDocument();
});

test('keeps notes saved without a connection and sends them when it is back', async () => {
  const note = putNote({ title: 'Ink', body: 'black' });
  const page = await openBoard();
  await find('Ink');
  faults.offlineFor(60);
  await append('Title', 'Paper');
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
  await find('Paper');
  expect(screen.getByLabelText('Title')).toHaveValue('');
  await userEvent.click(screen.getByRole('button', { name: 'Edit Ink' }));
  await append('Note', ' and blue');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(await screen.findByText('black and blue')).toBeVisible();
  expect(screen.getAllByText(/It will be sent when you are back online/)).not.toHaveLength(0);
  expect(storedNote(note)).toMatchObject({ body: 'black' });
  await clock.advance({ seconds: 61 });
  await waitFor(() => expect(notes().rows.map(({ title, body }) => [title, body])).toEqual([['Ink', 'black and blue'], ['Paper', '']]));
  await waitFor(() => expect(page.toasts.map(({ text }) => text)).toEqual(expect.arrayContaining(['“Paper” is saved now.', '“Ink” is saved now.'])));
  await waitFor(() => expect(screen.queryByText(/Kept in this tab/, { selector: '.atrium-alert p' })).not.toBeInTheDocument());
});

test('does not overwrite changes that others made while the user was offline', async () => {
  const note = putNote({ title: 'Ink', body: 'black' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Ink' }));
  faults.offlineFor(60);
  await append('Note', ' and blue');
  await clock.advance({ seconds: 1 });
  expect(await screen.findByText(/It will be sent when you are back online/)).toBeVisible();
  notes().update(({ id }) => id === note['id'], { body: 'red' });
  await clock.advance({ seconds: 61 });
  expect(await screen.findByText(/^This note was changed elsewhere/)).toBeVisible();
  expect(screen.queryByText(/It will be sent when you are back online/)).not.toBeInTheDocument();
  expect(screen.getByLabelText('Note')).toHaveValue('black and blue');
  expect(storedNote(note)).toMatchObject({ body: 'red' });
  await userEvent.click(screen.getByRole('button', { name: 'Keep yours' }));
  await waitFor(() => expect(storedNote(note)).toMatchObject({ body: 'black and blue' }));
});

test('keeps a new note that is refused when the connection is back, and shows why', async () => {
  const page = await openBoard();
  await screen.findByText('Nothing here yet');
  faults.offlineFor(60);
  await append('Title', 'Paper');
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
  await find('Paper');
  faults.next({ service: 'rest', method: 'POST', path: 'workspace_notes', status: 400, code: 'WS003' });
  await clock.advance({ seconds: 61 });
  await waitFor(() => expect(page.toasts.at(-1)?.text).toMatch(/“Paper” was not saved; your text is kept here. The board has as many notes/));
  await userEvent.click(await screen.findByRole('button', { name: 'Continue writing Paper' }));
  const [, title] = screen.getAllByLabelText('Title');
  expect(title).toHaveValue('Paper');
  await userEvent.click(screen.getAllByRole('button', { name: 'Add note' })[1] ?? document.body);
  await waitFor(() => expect(notes().rows).toMatchObject([{ title: 'Paper' }]));
});

test('shows drafts for a deleted board until they are discarded', async () => {
  await openBoard();
  await screen.findByText('Nothing here yet');
  await append('Title', 'Half a thou');
  cleanup();
  backend.table('workspace_boards').remove(() => true);
  await open('/workspace');
  expect(await screen.findByRole('heading', { name: 'Text for a deleted board' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Discard Half a thou' }));
  expect(screen.queryByText('Half a thou')).not.toBeInTheDocument();
  expect(hasUnsavedChanges()).toBe(false);
});

test('keeps drafts across a reload', async () => {
  await openBoard();
  await screen.findByText('Nothing here yet');
  await append('Title', 'Half a thou');
  cleanup();
  Reflect.deleteProperty(globalThis, Symbol.for('atrium workspace drafts'));
  jest.resetModules();
  const { draftAt } = await import('../src/sync/drafts.ts');
  expect(draftAt({ person: ada().id, board, note: null })).toMatchObject({ title: 'Half a thou', board });
});
