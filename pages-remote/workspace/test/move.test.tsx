import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { faults } from '@atrium/page-kit/testing';
import { arranged, attachments, board, chooseOfNote, moveNote, open, openBoard, putBoard, putNote, storedNote, write } from './workspace.ts';

const find = (title: string) => screen.findByRole('heading', { level: 2, name: title });
const button = (name: string) => screen.getByRole('button', { name });
const option = (name: string) => screen.findByRole('option', { name });
const options = () => within(screen.getByRole('listbox', { name: 'Boards' })).getAllByRole('option').map(({ textContent }) => textContent);
const selected = () => screen.getByRole('option', { selected: true });

test('moves a note with its files to another board, and undoes it', async () => {
  const plans = putBoard('Garden');
  const [, note] = [putNote({ title: 'Paper' }), putNote({ title: 'Ink' })];
  attachments().insert({ board, note: note['id'], path: `${board}/${String(note['id'])}/${crypto.randomUUID()}/a.txt`, name: 'a.txt', type: 'text/plain', size: 1 });
  await openBoard();
  await chooseOfNote('Ink', 'Move to board…');
  expect(await screen.findByRole('dialog', { name: 'Move “Ink” to a board' })).toBeVisible();
  expect(await option('Garden')).toBeVisible();
  expect(options()).toEqual(['Garden']);
  await userEvent.click(await option('Garden'));
  expect(await screen.findByText('Moved to “Garden”.')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Ink' })).not.toBeInTheDocument();
  expect(button('Edit Paper')).toHaveFocus();
  expect([storedNote(note)?.['board'], attachments().rows[0]?.['board']]).toEqual([plans, plans]);
  await userEvent.click(button('Undo'));
  await find('Ink');
  expect(button('Edit Ink')).toHaveFocus();
  expect(storedNote(note)).toMatchObject({ board, position: note['position'] });
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(['Ink', 'Paper']));
});

test('finds a board by typing, and chooses it with the keyboard', async () => {
  for (const name of ['Bees', 'Garden', 'Garden party']) putBoard(name);
  const note = putNote({ title: 'Ink' });
  const { commands } = await openBoard();
  const edit = await screen.findByRole('button', { name: 'Edit Ink' });
  act(() => edit.focus());
  await commands.run('moveNote');
  const search = await screen.findByRole('combobox', { name: 'Search boards' });
  await waitFor(() => expect(search).toHaveFocus());
  await userEvent.keyboard('none of them');
  expect(screen.getByText('No boards match.')).toBeVisible();
  expect(search).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard('{Enter}');
  expect(search).toHaveFocus();
  await userEvent.clear(search);
  await userEvent.keyboard('GARDEN');
  const found = options();
  expect(found.toSorted()).toEqual(['Garden', 'Garden party']);
  expect(selected()).toHaveTextContent(found[0] ?? '');
  // The arrow keys wrap around.
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(selected()).toHaveTextContent(found[1] ?? '');
  expect(search).toHaveAttribute('aria-activedescendant', selected().id);
  await userEvent.keyboard('{Enter}');
  await screen.findByText(`Moved to “${found[1]}”.`);
  expect(storedNote(note)?.['board']).not.toBe(board);
});

test('the boards can be loaded again', async () => {
  putBoard('Garden');
  putNote({ title: 'Ink' });
  await openBoard();
  await screen.findByRole('button', { name: 'Note actions Ink' });
  faults.next({ service: 'rest', method: 'GET', path: 'workspace_boards', status: 403 });
  await chooseOfNote('Ink', 'Move to board…');
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await option('Garden')).toBeVisible();
  expect(screen.getByRole('combobox')).toHaveFocus();
});

test('leaves the note and the focus where they were when the dialog is closed', async () => {
  const note = putNote({ title: 'Ink' });
  await openBoard();
  await chooseOfNote('Ink', 'Move to board…');
  expect(await screen.findByText('There is no other board on which you can write. Create one first.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(button('Note actions Ink')).toHaveFocus());
  expect(storedNote(note)).toMatchObject({ board });
});

test('shows the note again if the move fails, and tries again unless it is refused', async () => {
  const garden = putBoard('Garden');
  const note = putNote({ title: 'Ink' });
  await openBoard();
  await chooseOfNote('Ink', 'Move to board…');
  faults.next({ service: 'rest', method: 'POST', path: 'workspace_move_note_to_board', status: 403, code: '42501' });
  await userEvent.click(await option('Garden'));
  expect(await screen.findByText(/“Ink” was not moved. You do not have access/)).toBeVisible();
  await find('Ink');
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  faults.next({ service: 'rest', method: 'POST', path: 'workspace_move_note_to_board', status: 504 });
  await chooseOfNote('Ink', 'Move to board…');
  await userEvent.click(await option('Garden'));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Moved to “Garden”.')).toBeVisible();
  expect(storedNote(note)).toMatchObject({ board: garden });
});

test('shows a note that another user moves away or here', async () => {
  const other = putBoard('Garden');
  const [leaving, coming] = [putNote({ title: 'Ink' }), putNote({ title: 'Seeds', board: other })];
  await openBoard();
  await find('Ink');
  await screen.findByText('Only you are here now.');
  moveNote(leaving['id'], other);
  moveNote(coming['id'], board);
  await find('Seeds');
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Ink' })).not.toBeInTheDocument());
});

test('stores what the user writes into a note that another user moves meanwhile', async () => {
  const other = putBoard('Garden');
  const note = putNote({ title: 'Ink' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Ink' }));
  await screen.findByText('Only you are here now.');
  await write(' and paper');
  moveNote(note['id'], other);
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Notes' })).not.toBeInTheDocument());
  expect(screen.getByLabelText('Title')).toHaveValue('Ink and paper');
  await userEvent.click(button('Close'));
  await waitFor(() => expect(storedNote(note)).toMatchObject({ board: other, title: 'Ink and paper' }));
});

test('takes an unfinished text along to the other board', async () => {
  const other = putBoard('Garden');
  putNote({ title: 'Ink' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Ink' }));
  await userEvent.clear(screen.getByLabelText('Title'));
  await userEvent.click(button('Close'));
  await userEvent.keyboard('{Escape}');
  await chooseOfNote('Ink', 'Move to board…');
  await userEvent.click(await option('Garden'));
  await screen.findByText('Moved to “Garden”.');
  cleanup();
  await open(`/workspace/${other}`);
  expect(await screen.findByLabelText('Title')).toHaveValue('');
  await userEvent.click(await screen.findByLabelText('Title'));
  await userEvent.paste('Ink');
  await userEvent.click(button('Close'));
  await find('Ink');
});

test('Escape cancels the dragging of a note', async () => {
  for (const title of ['B', 'A']) putNote({ title });
  HTMLElement.prototype.setPointerCapture = () => undefined;
  await openBoard();
  const grip = within((await find('A')).closest('li') ?? document.body).getByTitle('Drag to another place');
  // jsdom has no PointerEvent.
  const point = (type: string) => fireEvent(grip, new MouseEvent(type, { bubbles: true, clientY: 59 * 4 }));
  point('pointerdown');
  point('pointermove');
  await userEvent.keyboard('{Escape}');
  point('pointerup');
  expect(document.querySelector('[data-drop]')).toBeNull();
  await userEvent.click(button('Edit B'));
  expect(arranged().map(({ title }) => title)).toEqual(['A', 'B']);
});
