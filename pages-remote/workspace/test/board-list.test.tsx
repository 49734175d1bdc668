import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { faults } from '@atrium/page-kit/testing';
import { ada, arranged, attachments, board, openBoard, putNote, putPerson } from './workspace.ts';

const titles = () =>
  screen
    .getAllByRole('heading', { level: 2 })
    .map((heading) => heading.textContent)
    .slice(1);

/** Keys that move a note. */
const DOWN = '{Alt>}{ArrowDown}{/Alt}';
const UP = '{Alt>}{ArrowUp}{/Alt}';

const chip = (name: string) => screen.getByRole('button', { name });
const order = () => arranged().map(({ title }) => title);
const rowOf = async (title: string) => (await find(title)).closest('li') ?? document.body;
const find = (title: string) => screen.findByRole('heading', { level: 2, name: title });

beforeEach(() => {
  window.scrollY = 0;
});

test('loads a hundred notes at a time and renders those in the window', async () => {
  for (let number = 1; number <= 250; number += 1) putNote({ title: `N${number}` });
  await openBoard();
  const first = (await screen.findByText('N250', { selector: 'h2' })).closest('li');
  expect(first).toHaveAttribute('aria-posinset', '1');
  expect(first).toHaveAttribute('aria-setsize', '250');
  expect(document.querySelectorAll('li[data-note]').length).toBeLessThan(30);
  // Scrolling near the end loads more.
  window.scrollY = 59 * 75;
  fireEvent.scroll(window);
  await waitFor(() => expect(document.querySelector('[data-index="80"] h2')).toHaveTextContent('N170'));
  window.scrollY = 59 * 150;
  await waitFor(() => {
    fireEvent.scroll(window);
    expect(document.querySelector('[data-index="150"] h2')).toHaveTextContent('N100');
  });
  window.scrollY = 0;
});

test('shows the toolbar from the second note on, and keeps it', async () => {
  putNote({ title: 'Alone' });
  await openBoard();
  await find('Alone');
  expect(screen.queryByRole('search')).not.toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Title'), 'Company{Enter}');
  await find('Company');
  const search = await screen.findByLabelText('Search');
  await userEvent.type(search, 'Alone');
  await waitFor(() => expect(titles()).toEqual(['Alone']));
  await userEvent.clear(search);
  await find('Company');
  expect(search).toHaveFocus();
});

test('leaves the focus in the search field when the note that was edited before is found', async () => {
  for (const title of ['Paper', 'Pens']) putNote({ title });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Paper' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Edit Paper' })).toHaveFocus());
  await userEvent.type(screen.getByLabelText('Search'), 'pap');
  await waitFor(() => expect(titles()).toEqual(['Paper']));
  expect(screen.getByLabelText('Search')).toHaveFocus();
});

test('a note arrives where it is dragged although another one was added above it meanwhile', async () => {
  for (const title of ['C', 'B', 'A']) putNote({ title });
  HTMLElement.prototype.setPointerCapture = () => undefined;
  await openBoard();
  await screen.findByText('Only you are here now.');
  const grip = within(await rowOf('A')).getByTitle('Drag to another place');
  // jsdom has no PointerEvent.
  const point = (type: string) => fireEvent(grip, new MouseEvent(type, { bubbles: true, clientY: 59 * 4 }));
  point('pointerdown');
  putNote({ title: 'New' });
  await find('New');
  point('pointermove');
  point('pointerup');
  await waitFor(() => expect(order()).toEqual(['New', 'B', 'C', 'A']));
});

test('a note can be dragged further than the rows that are rendered', async () => {
  for (let number = 40; number >= 1; number -= 1) putNote({ title: `N${number}` });
  HTMLElement.prototype.setPointerCapture = () => undefined;
  await openBoard();
  const row = await rowOf('N1');
  const grip = within(row).getByTitle('Drag to another place');
  const point = (type: string) => fireEvent(grip, new MouseEvent(type, { bubbles: true, clientY: 0 }));
  point('pointerdown');
  window.scrollBy = () => undefined;
  window.scrollY = 59 * 39;
  fireEvent.scroll(window);
  await find('N39');
  expect(row).toBeInTheDocument();
  point('pointermove');
  point('pointerup');
  await waitFor(() => expect(order().indexOf('N1')).toBeGreaterThan(30));
});

test('does not move the last loaded note down while the next ones are missing', async () => {
  for (let number = 1; number <= 130; number += 1) putNote({ title: `N${number}` });
  await openBoard();
  await find('N130');
  fireEvent(window, new Event('beforeprint'));
  const before = order();
  // By its place: a query by role in a hundred rows takes seconds.
  const edit = document.querySelector<HTMLElement>('[data-index="99"] [data-control=edit]');
  expect(edit).toHaveAccessibleName('Edit N31');
  act(() => edit?.focus());
  await userEvent.keyboard(DOWN);
  expect(screen.queryByText(/is now/)).not.toBeInTheDocument();
  fireEvent(window, new Event('afterprint'));
  expect(order()).toEqual(before);
});

test('does not show the failure of another view', async () => {
  for (let number = 1; number <= 130; number += 1) putNote({ title: `N${number}` });
  await openBoard();
  await find('N130');
  faults.next({ service: 'rest', method: 'GET', path: 'workspace_notes', status: 500 });
  window.scrollY = 59 * 75;
  fireEvent.scroll(window);
  expect(await screen.findByRole('alert')).toBeVisible();
  window.scrollY = 0;
  await userEvent.click(chip('Only mine'));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});

test('moves the focus to the next note when a note leaves the view of open ones', async () => {
  for (const title of ['Paper', 'Pens']) putNote({ title });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: /^Open/ }));
  const [first] = await screen.findAllByRole('checkbox');
  const [stays] = titles().slice(1);
  first?.focus();
  await userEvent.keyboard(' ');
  await waitFor(() => expect(titles()).toEqual([stays]));
  expect(screen.getByRole('button', { name: `Edit ${String(stays)}` })).toHaveFocus();
});

test('tells screen readers that a search finds nothing', async () => {
  for (const title of ['Paper', 'Pens']) putNote({ title });
  await openBoard();
  await userEvent.type(await screen.findByLabelText('Search'), 'x');
  await waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('No matching notes'));
});

test('shows the search of the page that the user goes back to', async () => {
  for (const title of ['Paper', 'Pens']) putNote({ title });
  await openBoard();
  await userEvent.type(await screen.findByLabelText('Search'), 'paper');
  await waitFor(() => expect(titles()).toEqual(['Paper']));
  // A link of the command palette.
  window.history.pushState(null, '', '?q=pens');
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  await waitFor(() => expect(screen.getByLabelText('Search')).toHaveValue('pens'));
  act(() => window.history.back());
  await waitFor(() => expect(titles()).toEqual(['Paper']));
  expect(screen.getByLabelText('Search')).toHaveValue('paper');
});

test('prints all loaded notes, and their number', async () => {
  for (let number = 1; number <= 130; number += 1) putNote({ title: `N${number}` });
  await openBoard();
  await find('N130');
  expect(document.querySelectorAll('li[data-note]').length).toBeLessThan(30);
  fireEvent(window, new Event('beforeprint'));
  expect(document.querySelectorAll('li[data-note]')).toHaveLength(100);
  expect(screen.getByText(/^These are 100 of 130 notes/)).toBeInTheDocument();
  fireEvent(window, new Event('afterprint'));
  expect(document.querySelectorAll('li[data-note]').length).toBeLessThan(30);
  expect(screen.queryByText(/^These are/)).not.toBeInTheDocument();
});

test('keeps the focused note mounted when it is scrolled out of view', async () => {
  for (let number = 1; number <= 90; number += 1) putNote({ title: `N${number}` });
  await openBoard();
  const edit = await screen.findByRole('button', { name: 'Edit N90' });
  act(() => edit.focus());
  window.scrollY = 59 * 60;
  fireEvent.scroll(window);
  await waitFor(() => expect(document.querySelector('[data-index="60"]')).toBeInTheDocument());
  expect(edit).toHaveFocus();
  window.scrollY = 0;
});

test('searches titles and texts by prefix, and keeps the search in the address', async () => {
  putNote({ title: 'Ink', body: 'blue' });
  putNote({ title: 'Paper', body: 'inkless' });
  putNote({ title: 'Pens' });
  const page = await openBoard();
  await find('Pens');
  await userEvent.type(screen.getByLabelText('Search'), 'ink');
  await page.waitForPath(`/workspace/${board}?q=ink`);
  await waitFor(() => expect(titles()).toEqual(['Paper', 'Ink']));
  await userEvent.keyboard(' blu');
  expect(screen.getByLabelText('Search')).toHaveValue('ink blu');
  await waitFor(() => expect(titles()).toEqual(['Ink']));
  await userEvent.clear(screen.getByLabelText('Search'));
  await waitFor(() => expect(titles()).toEqual(['Pens', 'Paper', 'Ink']));
  expect(page.path).toBe(`/workspace/${board}`);
});

test('filters and orders by the toolbar and by the address', async () => {
  const bob = putPerson('Bob', board);
  const ink = putNote({ title: 'Ink', done: true, author: ada().id });
  putNote({ title: 'Paper', author: bob });
  putNote({ title: 'Apples', author: ada().id });
  attachments().insert({ board, note: ink['id'], path: 'a', name: 'a', type: 'text/plain', size: 1 });
  const page = await openBoard('?order=title&show=nonsense');
  await waitFor(() => expect(titles()).toEqual(['Apples', 'Ink', 'Paper']));
  expect(chip('Done 1')).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(chip('Open 2'));
  await waitFor(() => expect(titles()).toEqual(['Apples', 'Paper']));
  expect(chip('Open 2')).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(chip('All 3'));
  await userEvent.click(chip('Only mine'));
  await waitFor(() => expect(titles()).toEqual(['Apples', 'Ink']));
  await userEvent.click(chip('With files'));
  await waitFor(() => expect(titles()).toEqual(['Ink']));
  expect(page.path).toBe(`/workspace/${board}?mine=yes&files=yes&order=title`);
  await userEvent.click(chip('Open 2'));
  await userEvent.click(await screen.findByRole('button', { name: 'Show all notes' }));
  await waitFor(() => expect(titles()).toEqual(['Apples', 'Ink', 'Paper']));
});

test('shows authors on a shared board', async () => {
  const bob = putPerson('Bob', board);
  putNote({ title: 'Ink', author: bob });
  putNote({ title: 'Pens', author: putPerson('Cleo') });
  await openBoard();
  expect(await screen.findByText('By Bob,')).toBeVisible();
  expect(screen.getByText('By Former member,')).toBeVisible();
});

test('moves notes by keyboard and announces their places', async () => {
  for (const title of ['C', 'B', 'A']) putNote({ title });
  await openBoard();
  await find('A');
  act(() => screen.getByRole('checkbox', { name: 'Done A' }).focus());
  await userEvent.keyboard(DOWN);
  await waitFor(() => expect(titles()).toEqual(['B', 'A', 'C']));
  expect(screen.getByText('“A” is now 2 of 3.')).toHaveRole('status');
  expect(screen.getByRole('button', { name: 'Edit A' })).toHaveFocus();
  await waitFor(() => expect(order()).toEqual(['B', 'A', 'C']));
  act(() => screen.getByRole('button', { name: 'Edit C' }).focus());
  await userEvent.keyboard(UP);
  await waitFor(() => expect(titles()).toEqual(['B', 'C', 'A']));
  await userEvent.keyboard(UP);
  await waitFor(() => expect(order()).toEqual(['C', 'B', 'A']));
  await userEvent.keyboard(UP);
  expect(screen.getByText('“C” is now 1 of 3.')).toBeVisible();
});

test('arrows and commands lead from note to note, and open one', async () => {
  for (const title of ['C', 'B', 'A']) putNote({ title });
  const { commands, toasts } = await openBoard();
  await find('A');
  await commands.run('editNote');
  expect(toasts.map(({ text }) => text)).toEqual(['Select a note first.']);
  await commands.run('nextNote');
  expect(screen.getByRole('button', { name: 'Edit A' })).toHaveFocus();
  act(() => screen.getByRole('checkbox', { name: 'Done A' }).focus());
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('button', { name: 'Edit B' })).toHaveFocus();
  await commands.run('nextNote');
  await commands.run('nextNote');
  expect(screen.getByRole('button', { name: 'Edit C' })).toHaveFocus();
  await commands.run('previousNote');
  expect(screen.getByRole('button', { name: 'Edit B' })).toHaveFocus();
  await commands.run('editNote');
  expect(screen.getByLabelText('Title')).toHaveValue('B');
});

test('undoes a move that is refused', async () => {
  for (const title of ['B', 'A']) putNote({ title });
  await openBoard();
  await find('A');
  faults.next({ service: 'rest', path: 'workspace_move_note', status: 400, code: 'WS021' });
  act(() => screen.getByRole('button', { name: 'Edit A' }).focus());
  await userEvent.keyboard(DOWN);
  expect(await screen.findByRole('alert')).toHaveTextContent('“A” was not moved. Someone else deleted this.');
  await waitFor(() => expect(titles()).toEqual(['A', 'B']));
});

test("offers to move notes only when all are shown in the board's order", async () => {
  for (const title of ['A', 'B']) putNote({ title });
  await openBoard('?order=newest');
  await find('A');
  await userEvent.click(screen.getByRole('button', { name: 'Note actions A' }));
  expect(await screen.findByRole('menuitem', { name: 'Delete A' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Move down A' })).not.toBeInTheDocument();
});
