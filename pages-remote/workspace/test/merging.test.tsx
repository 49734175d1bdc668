import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Row } from '@atrium/page-kit/testing';
import { append, changeFirst, openBoard, putNote, storedNote } from './workspace.ts';

const button = (name: string) => screen.getByRole('button', { name });
const bodyField = () => screen.getByLabelText<HTMLTextAreaElement>('Note');

const TEXT = 'Wine\nBread\nCheese\nFruit';

/** Opens the editor of a note with {@link TEXT}, with the caret at the end of a line. Until the user writes, it follows what others change. */
async function edit(line: string): Promise<Row> {
  const note = putNote({ title: 'Party', body: TEXT });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Party' }));
  await userEvent.click(bodyField());
  const caret = TEXT.indexOf(line) + line.length;
  bodyField().setSelectionRange(caret, caret);
  return note;
}

test('saves the changes of two users in different lines, and keeps the caret', async () => {
  const note = await edit('Cheese');
  await changeFirst(note, { title: 'Garden party', body: 'Water\nWine\nBread\nCheese\nFruit\nSalad' }, () => userEvent.paste(' and ham'));
  await waitFor(() => expect(bodyField()).toHaveValue('Water\nWine\nBread\nCheese and ham\nFruit\nSalad'), { timeout: 3_000 });
  expect(screen.getByLabelText('Title')).toHaveValue('Garden party');
  expect(await screen.findByText('Saved with changes from elsewhere', { selector: '[role=status]' }, { timeout: 3_000 })).toBeInTheDocument();
  await userEvent.keyboard('!');
  await userEvent.click(button('Close'));
  await waitFor(() => expect(storedNote(note)).toMatchObject({ title: 'Garden party', body: 'Water\nWine\nBread\nCheese and ham!\nFruit\nSalad' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('notices that the user removes what another user has added', async () => {
  const note = await edit('Cheese');
  await changeFirst(note, { body: `Water\n${TEXT}` }, () => userEvent.paste(' and ham'));
  const mine = TEXT.replace('Cheese', 'Cheese and ham');
  await waitFor(() => expect(bodyField()).toHaveValue(`Water\n${mine}`), { timeout: 3_000 });
  bodyField().setSelectionRange(0, 'Water\n'.length);
  await userEvent.keyboard('{Delete}');
  await userEvent.click(button('Close'));
  await waitFor(() => expect(storedNote(note)?.['body']).toBe(mine));
});

test('saves a title of one user with a text of another', async () => {
  const note = await edit('Fruit');
  await changeFirst(note, { body: `${TEXT}\nSalad` }, () => append('Title', ' at noon'));
  await waitFor(() => expect(storedNote(note)).toMatchObject({ title: 'Party at noon', body: `${TEXT}\nSalad` }), { timeout: 3_000 });
});

test('asks if both have changed the same line or neighbouring ones, and marks what is different', async () => {
  const note = await edit('Bread');
  await changeFirst(note, { body: 'Wine\nBread\nGoat cheese\nFruit' }, async (sent) => {
    await userEvent.paste(' and butter');
    await userEvent.click(button('Close'));
    await sent;
  });
  const theirs = await screen.findByRole('group', { name: 'The other text' });
  const marked = (element: Element | null | undefined) => [...(element?.querySelectorAll('mark') ?? [])].map(({ textContent }) => textContent.trim());
  expect(marked(theirs)).toEqual(['Goat cheese']);
  expect(marked(bodyField().parentElement)).toEqual(['and butter\nCheese']);
  expect(within(theirs).getByText('Party')).toBeVisible();
  await userEvent.click(button('Keep both'));
  expect(bodyField()).toHaveFocus();
  await waitFor(() => expect(storedNote(note)?.['body']).toBe('Wine\nBread and butter\nCheese\nFruit\n\nWine\nBread\nGoat cheese\nFruit'), { timeout: 3_000 });
});

test('marks a changed title, and says that the other text is empty', async () => {
  const note = await edit('Bread');
  await changeFirst(note, { title: 'Summer party', body: '' }, async (sent) => {
    await userEvent.paste(' and butter');
    act(() => button('Checklist Party').focus());
    await sent;
  });
  const theirs = await screen.findByRole('group', { name: 'The other text' }, { timeout: 3_000 });
  // The tools are hidden.
  expect(screen.getByRole('alert')).toHaveFocus();
  expect(within(theirs).getByText('No text')).toBeVisible();
  expect([...theirs.querySelectorAll('mark')].map(({ textContent }) => textContent.trim())).toEqual(['Summer party']);
  await userEvent.click(button('Keep the other'));
  expect(await screen.findByRole('heading', { name: 'Summer party' })).toBeVisible();
});

test('asks about texts that are too long to compare, unless only one user has changed the text', async () => {
  const lines = 'a\n'.repeat(400);
  const note = putNote({ title: 'Party', body: lines });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Party' }));
  await changeFirst(note, { body: `b\n${lines}` }, () => append('Title', ' at noon'));
  await waitFor(() => expect(storedNote(note)).toMatchObject({ title: 'Party at noon', body: `b\n${lines}` }), { timeout: 3_000 });
  await changeFirst(note, { body: `d\n${lines}` }, async (sent) => {
    await append('Note', 'c');
    await userEvent.click(button('Close'));
    await sent;
  });
  const theirs = await screen.findByRole('group', { name: 'The other text' });
  expect(theirs.querySelectorAll('mark')).toHaveLength(1);
  await userEvent.click(button('Keep the other'));
});
