import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { searchModule } from '@atrium/page-kit/testing';
import workspace from '../src/module.ts';
import { ada, board, boards, open, openBoard, putBoard, putNote } from './workspace.ts';

const search = (provider: 'boards' | 'notes', query: string) => searchModule(workspace, provider, query, { auth: { person: ada() } });
const titles = async (provider: 'boards' | 'notes', query: string) => (await search(provider, query)).map(({ title }) => title);

test('"New note" focuses the form for a new note, and refuses while a note is being edited', async () => {
  putNote({ title: 'Ink' });
  const page = await openBoard();
  const edit = await screen.findByRole('button', { name: 'Edit Ink' });
  await page.commands.run('newNote');
  expect(screen.getByLabelText('Title')).toHaveFocus();
  await userEvent.click(edit);
  await page.commands.run('newNote');
  expect(page.toasts.map(({ tone }) => tone)).toEqual(['notice']);
});

test('"New board" opens the boards and the dialog for a new board, also again', async () => {
  const page = await openBoard();
  await screen.findByRole('heading', { level: 1 });
  await page.commands.run('newBoard');
  await page.waitForPath('/workspace#new-board');
  await waitFor(() => expect(screen.getByLabelText('Name of the board')).toHaveFocus());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText('Name of the board')).not.toBeInTheDocument());
  await page.commands.run('newBoard');
  await waitFor(() => expect(screen.getByLabelText('Name of the board')).toHaveFocus());
});

test('"New board" focuses the form of a user without boards', async () => {
  const page = await openBoard();
  await screen.findByRole('heading', { level: 1 });
  boards().remove(() => true);
  await page.commands.run('newBoard');
  await waitFor(() => expect(screen.getByLabelText('Name of the board')).toHaveFocus());
  act(() => screen.getByRole('heading', { level: 1 }).focus());
  await page.commands.run('newBoard');
  expect(screen.getByLabelText('Name of the board')).toHaveFocus();
});

test('"Search this page" focuses the search of a board, if it has one', async () => {
  putNote({ title: 'Ink' });
  const page = await openBoard();
  await screen.findByRole('button', { name: 'Edit Ink' });
  await page.commands.run('focusSearch');
  expect(page.toasts.map(({ text }) => text)).toEqual(['There is nothing to search here yet.']);
  putNote({ title: 'Paper' });
  const field = await screen.findByLabelText('Search');
  await page.commands.run('focusSearch');
  expect(field).toHaveFocus();
});

test('"Search this page" focuses the search of a long list of boards', async () => {
  for (const name of 'abcdefghi') putBoard(name);
  const page = await open('/workspace');
  const field = await screen.findByLabelText('Search boards');
  await page.commands.run('focusSearch');
  expect(field).toHaveFocus();
});

test('"Workspace" opens the boards', async () => {
  const page = await openBoard();
  await page.commands.run('goToBoards');
  await page.waitForPath('/workspace');
});

test('finds boards by all words of their names, which may contain characters with a meaning in patterns', async () => {
  putBoard('Spring launch');
  putBoard('50%_off');
  putBoard('500 off');
  expect(await titles('boards', 'laun spr')).toEqual(['Spring launch']);
  expect((await search('boards', 'laun')).map(({ icon }) => icon)).toEqual(['tint-1']);
  expect(await titles('boards', '50%_')).toEqual(['50%_off']);
  expect(await titles('boards', 'plans')).toEqual(['Plans of Ada']);
  expect(await titles('boards', 'zebra')).toEqual([]);
});

test('finds a board only for its members', async () => {
  boards().insert({ name: 'Secret plans', owner: crypto.randomUUID() });
  expect(await titles('boards', 'plans')).toEqual(['Plans of Ada']);
});

test('finds notes on all boards, and leads to the board with the same search', async () => {
  const other = putBoard('Garden');
  putNote({ title: 'Buy ink' });
  putNote({ title: 'Shopping', body: 'inkwell', board: other });
  putNote({ title: 'Pens' });
  expect(await titles('notes', 'ink')).toEqual(expect.arrayContaining(['Buy ink', 'Shopping']));
  expect(await search('notes', 'inkw')).toEqual([
    expect.objectContaining({ title: 'Shopping', detail: '\u2068Garden\u2069 · \u2068inkwell\u2069', to: { page: 'workspace.board', params: { board: other }, search: { q: 'inkw' } } }),
  ]);
  expect(await titles('notes', '…')).toEqual([]);
  await open(`/workspace/${other}?q=inkw`);
  expect(await screen.findByRole('heading', { level: 2, name: 'Shopping' })).toBeVisible();
});

test('shows the words around the one that was found in the body', async () => {
  const detailOf = async (query: string) => (await search('notes', query))[0]?.detail;
  putNote({ title: 'Shopping', body: `Bread and butter for the picnic on Saturday,\nink and paper ${'for the office '.repeat(20)}` });
  expect(await detailOf('(INK,')).toMatch(/^\u2068Plans of Ada\u2069 · \u2068… picnic on Saturday, ink and paper for.{50,150}…\u2069$/);
  // No word begins shortly before the match.
  putNote({ title: 'Links', body: `See https://example.com/${'a'.repeat(40)}/quill and more` });
  putNote({ title: 'Packing', body: 'For the walk:\n- [x] Boots\n- [ ] Thermos flask' });
  expect(await detailOf('thermos')).toBe('\u2068Plans of Ada\u2069 · \u2068For the walk: Boots Thermos flask\u2069');
  expect(await detailOf('quill')).toBe(`\u2068Plans of Ada\u2069 · \u2068… ${'a'.repeat(23)}/quill and more\u2069`);
});

test('returns at most eight notes', async () => {
  for (let number = 1; number <= 12; number += 1) putNote({ title: `Ink ${number}`, board });
  expect(await titles('notes', 'ink')).toHaveLength(8);
});
