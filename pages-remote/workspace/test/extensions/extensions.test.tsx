import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { faults, renderPage, renderSlot } from '@atrium/page-kit/testing';
import workspace from '../../src/module.ts';
import { ada, board, boards, favourites, members, putBoard, putNote, putPerson } from '../workspace.ts';

/** Shows an extension of the workspace for the signed-in user. */
function show(extension: string, props: Readonly<Record<string, unknown>> = {}) {
  return renderSlot(workspace, { extension, props, auth: { person: ada() } });
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe('the card with recent boards', () => {
  test('links to the boards with the latest changes, the latest first', async () => {
    const older = putBoard('Garden');
    putPerson('Grace', board);
    putNote({ title: 'Ink', updated_at: minutesAgo(5) });
    putNote({ title: 'Paper', done: true, updated_at: minutesAgo(60) });
    putNote({ title: 'Seeds', board: older, done: true, updated_at: minutesAgo(180) });
    boards().update(() => true, { created_at: '2020-01-01T00:00:00+00:00' });
    await show('recentBoards');
    expect(await screen.findByRole('heading', { level: 2, name: 'Recent boards' })).toBeVisible();
    expect((await screen.findAllByRole('link')).map(({ textContent }) => textContent)).toEqual(['All boards', 'Plans of Ada', 'Garden', 'New board']);
    expect(screen.getByRole('link', { name: 'Plans of Ada' })).toHaveAttribute('href', `/workspace/${board}`);
    expect(screen.getByText('5 min')).toBeVisible();
    expect(screen.getByText('3 h')).toBeVisible();
    const [plans, garden] = screen.getAllByRole('listitem');
    expect(plans).toHaveTextContent(/1 open · 5 min/);
    expect(plans).toHaveTextContent(/2 people/);
    expect(garden).toHaveTextContent(/All done · 3 h/);
    expect(garden).toHaveTextContent(/Only you/);
  });

  test('shows at most four boards', async () => {
    for (let number = 1; number <= 7; number += 1) putBoard(`Board ${number}`);
    await show('recentBoards');
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(4));
  });

  test('leads users without boards to a new one', async () => {
    boards().remove(() => true);
    await show('recentBoards');
    expect(await screen.findByText('You have no boards yet. Create the first one, for yourself or to share.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'New board' })).toHaveAttribute('href', '/workspace#new-board');
  });

  test('offers to try again when the boards cannot be read', async () => {
    faults.next({ service: 'rest', path: 'workspace_boards', status: 500, code: 'XX000' });
    await show('recentBoards');
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Plans of Ada' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('the card with recent edits of others', () => {
  const ADVICE = 'When someone you share a board with adds or edits a note, it appears here.';

  test('shows what other people wrote or edited last, the latest first, and nothing of the user', async () => {
    const bob = putPerson('Bob', board);
    const shared = putBoard('Choir', bob);
    members().insert({ board: shared, person: ada().id });
    putNote({ title: 'Written by Bob', board: shared, author: bob, created_at: minutesAgo(40) });
    putNote({ title: 'Edited by Bob', author: ada().id, edited_by: bob, created_at: minutesAgo(900), edited_at: minutesAgo(5) });
    putNote({ title: 'Edited by Ada', author: bob, edited_by: ada().id, edited_at: minutesAgo(1) });
    // The editor's account was deleted.
    putNote({ title: 'Edited by a former user', author: bob, edited_by: null, edited_at: minutesAgo(2) });
    putNote({ title: 'Written by Ada', author: ada().id });
    await show('recentEdits');
    expect(await screen.findByRole('heading', { level: 2, name: 'Recently edited by others' })).toBeVisible();
    expect((await screen.findAllByRole('link')).map(({ textContent }) => textContent)).toEqual(['Edited by Bob', 'Written by Bob']);
    expect(screen.getAllByText(/Bob\u2069 on/).map(({ textContent }) => textContent)).toEqual(['\u2068Bob\u2069 on \u2068Plans of Ada\u2069', '\u2068Bob\u2069 on \u2068Choir\u2069']);
    expect(screen.getByText('5 min')).toBeVisible();
    expect(screen.getByText('40 min')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Written by Bob' })).toHaveAttribute('href', `/workspace/${shared}?order=changed`);
  });

  test('shows the two latest', async () => {
    const bob = putPerson('Bob', board);
    for (let number = 1; number <= 4; number += 1) putNote({ title: `Note ${number}`, author: bob, created_at: minutesAgo(number) });
    await show('recentEdits');
    await waitFor(() => expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Note 1', 'Note 2']));
  });

  test('names a person whose profile the user may no longer read "Former member"', async () => {
    putPerson('Bob', board);
    putNote({ title: 'Left behind', author: crypto.randomUUID() });
    await show('recentEdits');
    expect(await screen.findByText('\u2068Former member\u2069 on \u2068Plans of Ada\u2069')).toBeVisible();
  });

  test('says when notes appear, if others have not edited any', async () => {
    putNote({ title: 'Written by Ada', author: ada().id });
    await show('recentEdits');
    expect(await screen.findByText(ADVICE)).toBeVisible();
  });

  test('offers to try again when the notes cannot be read', async () => {
    putNote({ title: 'Written by Bob', author: putPerson('Bob', board) });
    faults.next({ service: 'rest', path: 'workspace_notes', status: 500, code: 'XX000' });
    await show('recentEdits');
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Written by Bob' })).toBeVisible();
  });
});

describe('the section of the sidebar', () => {
  const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent);

  test('shows favourites, then the boards with the latest changes, with their open notes', async () => {
    const garden = putBoard('Garden');
    boards().update(() => true, { created_at: '2020-01-01T00:00:00+00:00' });
    for (const done of [false, false, true]) putNote({ title: 'Seeds', board: garden, done });
    const choir = putBoard('Choir');
    favourites().insert({ board: choir, person: ada().id });
    await show('sidebarBoards');
    await waitFor(() => expect(links()).toEqual(['Choir', '', 'Garden22 open notes', 'Plans of Ada']));
    expect(within(screen.getByRole('list', { name: 'Favourites' })).getByRole('link')).toHaveAttribute('href', `/workspace/${choir}`);
    expect(screen.getByRole('link', { name: 'New board' })).toHaveAttribute('href', '/workspace#new-board');
    await userEvent.click(screen.getByRole('button', { name: 'Favourite Garden' }));
    await waitFor(() => expect(links().slice(0, 2)).toEqual(['Choir', 'Garden22 open notes']));
  });

  test('shows eight boards, and on request all', async () => {
    for (let number = 1; number <= 49; number += 1) putBoard(`Board ${String(number)}`);
    await show('sidebarBoards');
    await userEvent.click(await screen.findByRole('button', { name: 'Show all 50', expanded: false }));
    expect(links()).toHaveLength(51);
    await userEvent.click(screen.getByRole('button', { name: 'Show fewer', expanded: true }));
    expect(links()).toHaveLength(9);
  });

  test('loads the notes of a board that the user points at', async () => {
    await show('sidebarBoards');
    const held = faults.hold({ service: 'rest', method: 'GET', path: 'workspace_notes' });
    await userEvent.hover(await screen.findByRole('link', { name: 'Plans of Ada' }));
    await held.arrived;
    held.release();
  });

  test('offers to try again when the boards cannot be read', async () => {
    faults.next({ service: 'rest', path: 'workspace_boards', status: 500, code: 'XX000' });
    await show('sidebarBoards');
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Plans of Ada' })).toBeVisible();
  });
});

describe('the section with the user’s boards', () => {
  const facts = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);

  test('counts own boards, those of them that are shared, and boards of others', async () => {
    const shared = putBoard('Garden');
    putPerson('Bob', shared);
    const theirs = putBoard('Choir', putPerson('Cleo'));
    members().insert({ board: theirs, person: ada().id });
    await show('yourBoards', { userId: ada().id });
    await waitFor(() => expect(facts()).toEqual(['2', '1', '1']));
    expect(screen.getByRole('link', { name: 'Open the workspace' })).toHaveAttribute('href', '/workspace');
  });

  test('offers a first board to a user without boards', async () => {
    boards().remove(() => true);
    await show('yourBoards', { userId: ada().id });
    expect(await screen.findByText(/^You have no boards yet/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'New board' })).toHaveAttribute('href', '/workspace#new-board');
  });

  test('offers to try again when the boards cannot be read', async () => {
    faults.next({ service: 'rest', path: 'workspace_boards', status: 500, code: 'XX000' });
    await show('yourBoards', { userId: ada().id });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(facts()).toEqual(['1', '0', '0']));
  });
});

describe('the action that copies a link', () => {
  const props = () => ({ board, title: 'Plans of Ada', canEdit: true });

  test('copies the address of the board', async () => {
    const user = userEvent.setup();
    const page = await show('copyLink', props());
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/workspace/${board}`);
    expect(page.toasts).toEqual([{ text: 'The link to “Plans of Ada” is copied.' }]);
  });

  test('explains what to do when the browser refuses', async () => {
    const user = userEvent.setup();
    const page = await show('copyLink', props());
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('Denied', 'NotAllowedError'));
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    await waitFor(() => expect(page.toasts).toMatchObject([{ tone: 'error', text: expect.stringContaining('did not allow') as string }]));
  });
});

test('a board passes its id, its name and what the user may do to extensions', async () => {
  const Props = (props: object) => <pre data-testid="props">{JSON.stringify(props)}</pre>;
  await renderPage(workspace, { at: `/workspace/${board}`, auth: { person: ada() }, slots: { 'workspace.actions': [Props] } });
  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  expect(JSON.parse((await screen.findByTestId('props')).textContent)).toEqual({ board, title: 'Plans of Ada', canEdit: true });
});
