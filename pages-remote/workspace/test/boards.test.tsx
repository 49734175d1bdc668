import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import { backend, clock, faults, renderPage } from '@atrium/page-kit/testing';
import workspace from '../src/module.ts';
import { ada, append, board, boards, chooseOfBoard, favourites, files, members, open, putBoard, putNote, putPerson } from './workspace.ts';

const button = (name: string) => screen.getByRole('button', { name });

/** The names of the listed boards. */
const listed = () => within(screen.getByRole('region', { name: 'Boards' })).queryAllByRole('link').map(({ textContent }) => textContent);

test('is for signed-in people', async () => {
  const page = await renderPage(workspace, { at: '/workspace', auth: 'signed-out' });
  await page.waitForPath('/login?next=%2Fworkspace');
});

test('lists own boards and shared boards', async () => {
  const theirs = putBoard('Choir', putPerson('Bob'));
  members().insert({ board: theirs, person: ada().id });
  putBoard('Secret', putPerson('Cleo'));
  await open('/workspace');
  expect(screen.getByRole('heading', { level: 1, name: 'Workspace' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Plans of Ada' })).toHaveAttribute('href', `/workspace/${board}`);
  expect(screen.getByText('2 people')).toBeVisible();
  expect(screen.queryByText('Secret')).not.toBeInTheDocument();
  await userEvent.click(button('Shared with you 1'));
  expect(listed()).toEqual(['Choir']);
  await userEvent.click(button('Yours 1'));
  expect(listed()).toEqual(['Plans of Ada']);
});

test('lists favourites first, then the boards with the latest changes, with what is done', async () => {
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  for (const name of ['Garden', 'Choir']) putNote({ title: name, board: putBoard(name), done: name === 'Choir', updated_at: hourAgo });
  boards().update(({ id }) => id === board, { created_at: '2020-01-01T00:00:00+00:00' });
  await open('/workspace');
  await waitFor(() => expect(listed()).toEqual(['Garden', 'Choir', 'Plans of Ada']));
  expect(screen.getByText('1 of 1 note done')).toBeVisible();
  expect(screen.getAllByText('1 h')).toHaveLength(2);
  await userEvent.click(button('Favourite Plans of Ada'));
  await waitFor(() => expect(listed()).toEqual(['Plans of Ada', 'Garden', 'Choir']));
  expect(button('Favourite Plans of Ada')).toHaveAttribute('aria-pressed', 'true');
  await waitFor(() => expect(favourites().rows).toMatchObject([{ board, person: ada().id }]));
  await userEvent.click(button('Favourite Plans of Ada'));
  await waitFor(() => expect(favourites().rows).toEqual([]));
});

test('says which note was changed last and by whom, and who owns a shared board', async () => {
  const [bob, cleo] = [putPerson('Bob'), putPerson('Cleo')];
  const theirs = putBoard('Choir', bob);
  const [garden, team, trip, shop] = ['Garden', 'Team', 'Trip', 'Shop'].map((name) => putBoard(name));
  members().insert({ board: theirs, person: ada().id });
  const [early, late] = ['2026-01-01T10:00:00+00:00', '2026-01-02T10:00:00+00:00'];
  putNote({ board: theirs, title: 'Songs', author: cleo, created_at: early, edited_by: bob, edited_at: late, updated_at: late });
  putNote({ board: theirs, title: 'Hall', author: cleo, created_at: early, updated_at: early });
  putNote({ board: garden, title: 'Seeds', author: ada().id, created_at: early, updated_at: early });
  // Their accounts are deleted.
  putNote({ board: team, title: 'Minutes', author: null, created_at: early, edited_by: null, edited_at: late, updated_at: late });
  putNote({ board: trip, title: 'Tickets', author: ada().id, created_at: early, edited_by: ada().id, edited_at: early, done: true, updated_at: late });
  putNote({ board: shop, title: 'Till', author: ada().id, created_at: early, updated_at: late });
  await open('/workspace');
  const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('li') ?? document.body;
  expect(await rowOf('Choir')).toHaveTextContent('\u2068Bob\u2069 edited \u2068“Songs”\u2069');
  expect(await rowOf('Choir')).toHaveTextContent('by Bob');
  expect(within(await rowOf('Choir')).getByRole('link')).toHaveAttribute('title', 'Choir\nby Bob\n\u2068Bob\u2069 edited \u2068“Songs”\u2069\n0 of 2 notes done');
  expect(await rowOf('Garden')).toHaveTextContent('You added \u2068“Seeds”\u2069');
  expect(await rowOf('Team')).toHaveTextContent('Edited \u2068“Minutes”\u2069');
  expect(await rowOf('Trip')).toHaveTextContent('Completed \u2068“Tickets”\u2069');
  expect(await rowOf('Shop')).toHaveTextContent('Changed \u2068“Till”\u2069');
  expect(await rowOf('Plans of Ada')).toHaveTextContent('No notes');
});

test('takes a star back that cannot be stored', async () => {
  const page = await open('/workspace');
  faults.next({ service: 'rest', method: 'POST', path: 'workspace_favourites', status: 500, code: 'XX000' });
  // The list cannot be read again either, as without a connection.
  faults.next({ service: 'rest', method: 'GET', path: 'workspace_favourites', status: 500, code: 'XX000' });
  await userEvent.click(await screen.findByRole('button', { name: 'Favourite Plans of Ada' }));
  await waitFor(() => expect(page.toasts).toMatchObject([{ tone: 'error', text: expect.stringContaining('not available') as string }]));
  await waitFor(() => expect(button('Favourite Plans of Ada')).toHaveAttribute('aria-pressed', 'false'));
});

test('takes a new name back that cannot be stored', async () => {
  await open(`/workspace/${board}`);
  await chooseOfBoard('Edit board');
  for (const method of ['PATCH', 'GET'] as const) faults.next({ service: 'rest', method, path: 'workspace_boards', status: 503 });
  await append('Name of the board', '!');
  await userEvent.click(button('Save'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be reached/);
  expect(document.querySelector('h1')).toHaveTextContent('Plans of Ada');
});

test('"back" does not open the dialog for a new board again', async () => {
  const page = await open('/workspace#new-board');
  await screen.findByLabelText('Name of the board');
  await append('Name of the board', 'Choir');
  await userEvent.click(button('Create board'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Choir' })).toBeVisible();
  act(() => window.history.back());
  await page.waitForPath('/workspace');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shows the boards again when the filter that hid them is gone', async () => {
  const theirs = putBoard('Choir', putPerson('Bob'));
  members().insert({ board: theirs, person: ada().id, role: 'viewer' });
  await open('/workspace');
  await userEvent.click(await screen.findByRole('button', { name: /^Shared with you/ }));
  await waitFor(() => expect(listed()).toEqual(['Choir']));
  members().remove((row) => row['board'] === theirs && row['person'] === ada().id);
  boards().remove(({ id }) => id === theirs);
  // The user returns to the tab.
  await clock.advance({ seconds: 16 });
  fireEvent(window, new Event('visibilitychange'));
  await waitFor(() => expect(listed()).toEqual(['Plans of Ada']));
});

test('stars a board beside its name and in its menu', async () => {
  await open(`/workspace/${board}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Favourite Plans of Ada' }));
  await waitFor(() => expect(favourites().rows).toMatchObject([{ board, person: ada().id }]));
  await chooseOfBoard('Remove from favourites');
  await waitFor(() => expect(favourites().rows).toEqual([]));
  expect(button('Favourite Plans of Ada')).toHaveAttribute('aria-pressed', 'false');
});

test('searches among many boards', async () => {
  for (let number = 1; number <= 8; number += 1) putBoard(`Café ${String(number)}`);
  await open('/workspace');
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search boards' }), 'cafe 3');
  expect(listed()).toEqual(['Café 3']);
  await userEvent.type(screen.getByRole('searchbox'), 'x');
  expect(screen.getByText('No boards match.')).toBeVisible();
});

test('restores a deleted board from the trash', async () => {
  const garden = putBoard('Garden');
  boards().remove(({ id }) => id === garden);
  await open('/workspace');
  await userEvent.click(await screen.findByText('Deleted boards'));
  expect(await screen.findByText('30 days left')).toBeVisible();
  await userEvent.click(button('Restore Garden'));
  await waitFor(() => expect(listed()).toContain('Garden'));
  expect(await screen.findByText('You have deleted no boards in the last 30 days.')).toBeVisible();
});

test('shows the trash to a user whose only board is deleted', async () => {
  boards().remove(() => true);
  await open('/workspace');
  await userEvent.click(await screen.findByText('Deleted boards'));
  expect(await screen.findByRole('button', { name: 'Restore Plans of Ada' })).toBeVisible();
});

test('changes the name and the colour of an own board', async () => {
  await open('/workspace');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Plans of Ada' }));
  const held = faults.hold({ service: 'rest', method: 'PATCH', path: 'workspace_boards' });
  await userEvent.click(await screen.findByRole('radio', { name: 'Blue' }));
  await held.arrived;
  await userEvent.click(screen.getByRole('radio', { name: 'Violet' }));
  held.release();
  await waitFor(() => expect(boards().rows).toMatchObject([{ tint: 'violet' }]));
  expect(screen.getByRole('radio', { name: 'Violet' })).toBeChecked();
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.clear(dialog.getByLabelText('Name of the board'));
  await userEvent.type(dialog.getByLabelText('Name of the board'), 'Aims');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(listed()).toEqual(['Aims']));
  expect(boards().rows).toMatchObject([{ name: 'Aims', tint: 'violet' }]);
});

test('explains what to do when there are no boards, and shows the trash only if something is in it', async () => {
  boards().remove(() => true);
  const requested = jest.fn(() => []);
  backend.databaseFunction('workspace_deleted_boards', requested);
  await open('/workspace');
  expect(await screen.findByRole('heading', { name: 'Create your first board' })).toBeVisible();
  await waitFor(() => expect(requested).toHaveBeenCalledTimes(1));
  await userEvent.click(button('Create board'));
  expect(screen.getByLabelText('Name of the board')).toHaveAccessibleDescription('Give the board a name.');
  expect(screen.queryByText('Deleted boards')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'New board' })).not.toBeInTheDocument();
});

test('creates a board once and opens it', async () => {
  const page = await open('/workspace');
  await userEvent.click(await screen.findByRole('button', { name: 'New board' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Create board' }));
  expect(screen.getByLabelText('Name of the board')).toHaveAccessibleDescription('Give the board a name.');
  await append('Name of the board', ' Garden ');
  expect(hasUnsavedChanges()).toBe(true);
  faults.next({ service: 'rest', method: 'POST', path: 'workspace_boards', answer: 'lost' });
  await userEvent.click(button('Create board'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be reached/);
  expect(screen.getByLabelText('Name of the board')).toHaveValue(' Garden ');
  await userEvent.click(button('Create board'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Garden' })).toBeVisible();
  // The other board is teal.
  expect(boards().rows).toMatchObject([{ name: 'Plans of Ada' }, { name: 'Garden', tint: 'blue' }]);
  expect(page.path).toBe(`/workspace/${String(boards().rows[1]?.['id'])}`);
  expect(hasUnsavedChanges()).toBe(false);
});

test('gives a board the name and the colour that were chosen after a response was lost', async () => {
  await open('/workspace');
  await userEvent.click(await screen.findByRole('button', { name: 'New board' }));
  await append('Name of the board', 'Graden');
  faults.next({ service: 'rest', method: 'POST', path: 'workspace_boards', answer: 'lost' });
  await userEvent.click(button('Create board'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be reached/);
  await userEvent.clear(screen.getByLabelText('Name of the board'));
  await append('Name of the board', 'Garden');
  await userEvent.click(screen.getByRole('radio', { name: 'Green' }));
  await userEvent.click(button('Create board'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Garden' })).toBeVisible();
  expect(boards().rows).toMatchObject([{ name: 'Plans of Ada' }, { name: 'Garden', tint: 'green' }]);
});

test('offers to try again when the boards cannot be loaded', async () => {
  faults.next({ service: 'rest', path: 'workspace_boards', status: 500, code: 'XX000' });
  await open('/workspace');
  expect(await screen.findByRole('alert')).toHaveTextContent(/not available/);
  await userEvent.click(button('Try again'));
  expect(await screen.findByRole('link', { name: 'Plans of Ada' })).toBeVisible();
});

test('reloads when the browser is back online', async () => {
  faults.next({ service: 'rest', path: 'workspace_boards', status: 500, code: 'XX000' });
  await open('/workspace');
  expect(await screen.findByRole('alert')).toHaveTextContent(/not available/);
  for (const news of ['offline', 'online']) dispatchEvent(new Event(news));
  expect(await screen.findByRole('link', { name: 'Plans of Ada' })).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('renames a board, deletes it after a confirmation, and restores it', async () => {
  const note = putNote({ title: 'Ink' });
  const path = `${board}/${String(note['id'])}/1/a.txt`;
  files().put(path, 'a');
  backend.table('workspace_attachments').insert({ board, note: note['id'], path, name: 'a.txt', type: 'text/plain', size: 1 });
  const page = await open(`/workspace/${board}`);
  await chooseOfBoard('Edit board');
  await waitFor(() => expect(screen.getByLabelText('Name of the board')).toHaveFocus());
  // The old name is selected.
  await userEvent.keyboard('Aims');
  await userEvent.click(button('Save'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Aims' })).toBeVisible();
  await waitFor(() => expect(button('More')).toHaveFocus());
  await chooseOfBoard('Delete board');
  expect(await screen.findByRole('alertdialog', { name: 'Delete “Aims”?' })).toHaveAccessibleDescription(/also deletes all its notes and files.* You can restore it for 30 days/);
  await waitFor(() => expect(button('Cancel')).toHaveFocus());
  await userEvent.click(button('Delete board'));
  await page.waitForPath('/workspace');
  expect(boards().rows).toEqual([]);
  expect(files().files).toHaveLength(1);
  expect(within(screen.getByRole('main')).queryByText('Aims')).not.toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('The board “Aims” is back.')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Aims' })).toBeVisible();
});

test.each([
  ['an own board, deleting last', 'Plans of Ada', ['Share', 'Edit board', 'Add to favourites', 'Export as CSV', 'Export as Markdown', 'Delete board']],
  ['the board of another user', 'Choir', ['Members', 'Add to favourites', 'Export as CSV', 'Export as Markdown']],
])('lists the actions of %s', async (_whose, name, actions) => {
  const theirs = putBoard('Choir', putPerson('Bob'));
  members().insert({ board: theirs, person: ada().id });
  await open(`/workspace/${name === 'Choir' ? theirs : board}`);
  await screen.findByRole('heading', { level: 1, name });
  await userEvent.click(button('More'));
  const panel = within(await screen.findByRole('dialog', { name: 'More' }));
  expect(panel.getAllByRole('button').map((item) => item.textContent?.trim())).toEqual(actions);
});

test('does not delete a board that was handed over meanwhile', async () => {
  const note = putNote({ title: 'Ink' });
  const path = `${board}/${String(note['id'])}/1/a.txt`;
  files().put(path, 'a');
  backend.table('workspace_attachments').insert({ board, note: note['id'], path, name: 'a.txt', type: 'text/plain', size: 1 });
  await open(`/workspace/${board}`);
  // Until then, the page itself reads the board again.
  await screen.findByText('Only you are here now.');
  await chooseOfBoard('Delete board');
  await screen.findByRole('alertdialog');
  const held = faults.hold({ service: 'rest', method: 'GET', path: 'workspace_boards' });
  await userEvent.click(button('Delete board'));
  await held.arrived;
  boards().update(({ id }) => id === board, { owner: putPerson('Bob', board) });
  held.release();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(files().files).toHaveLength(1);
  expect(boards().rows).toHaveLength(1);
});
