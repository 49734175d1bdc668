import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, faults, type Row } from '@atrium/page-kit/testing';
import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import { append, notes, openBoard, putNote, storedNote } from './workspace.ts';

const button = (name: string) => screen.getByRole('button', { name });
const item = (name: string) => screen.findByRole('checkbox', { name });
const bodyField = () => screen.getByLabelText<HTMLTextAreaElement>('Note');
const change = ({ id }: Row, values: Row) => notes().update((row) => row['id'] === id, values);

const LIST = 'For May:\n- [x] Ink\n- [ ] Paper\n\nSee <b>https://example.com</b>';

test('shows the items of a checklist with check boxes, and how many are done', async () => {
  putNote({ title: 'Shop', body: `${LIST}\n-[ ] none\n - [ ] indented\n- [ ] <img src=x>` });
  await openBoard();
  expect(await item('Ink')).toBeChecked();
  expect(await item('Paper')).not.toBeChecked();
  // A text is never markup.
  expect(await item('<img src=x>')).not.toBeChecked();
  expect(screen.getByText('1 of 3 items done')).toBeInTheDocument();
  expect(screen.getByText('1/3')).toBeVisible();
  const list = screen.getByRole('list', { name: 'Notes' });
  expect(within(list).getAllByRole('list').map((one) => within(one).getAllByRole('listitem').length)).toEqual([2, 1]);
  expect(within(list).getByText('For May:')).toBeVisible();
  expect(within(list).getByRole('link')).toHaveAttribute('href', 'https://example.com');
});

test('checks an item at once, and stores it in the text', async () => {
  const note = putNote({ title: 'Shop', body: LIST });
  await openBoard();
  const held = faults.hold({ service: 'rest', method: 'PATCH', path: 'workspace_notes' });
  await userEvent.click(await item('Paper'));
  await held.arrived;
  expect(await item('Paper')).toBeChecked();
  expect(screen.getByText('2/2')).toBeVisible();
  expect(storedNote(note)).toMatchObject({ body: LIST });
  held.release();
  await waitFor(() => expect(storedNote(note)).toMatchObject({ body: LIST.replace('[ ] Paper', '[x] Paper'), version: 2, title: 'Shop' }));
  (await item('Ink')).focus();
  await userEvent.keyboard(' ');
  await waitFor(() => expect(storedNote(note)?.['body']).toBe(LIST.replace('[ ] Paper', '[x] Paper').replace('[x] Ink', '[ ] Ink')));
});

test('stores the last press if an item is pressed again before the first one is stored', async () => {
  const note = putNote({ title: 'Shop', body: LIST });
  await openBoard();
  const held = faults.hold({ service: 'rest', method: 'PATCH', path: 'workspace_notes' });
  await userEvent.click(await item('Paper'));
  await held.arrived;
  await userEvent.click(await item('Paper'));
  await userEvent.click(await item('Ink'));
  held.release();
  await waitFor(() => expect(storedNote(note)?.['body']).toBe(LIST.replace('[x] Ink', '[ ] Ink')));
  expect(await item('Paper')).not.toBeChecked();
});

test('stores the last press if a note is done and open again before the first is stored', async () => {
  const note = putNote({ title: 'Shop' });
  await openBoard();
  const done = await screen.findByRole('checkbox', { name: /Shop/ });
  const held = faults.hold({ service: 'rest', method: 'PATCH', path: 'workspace_notes' });
  await userEvent.click(done);
  await held.arrived;
  await userEvent.click(done);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Shop' }));
  expect(storedNote(note)).toMatchObject({ done: false });
  held.release();
  await waitFor(() => expect(backend.requests.filter(({ method, path }) => method === 'PATCH' && path.startsWith('/workspace_notes'))).toHaveLength(2));
  await waitFor(() => expect(hasUnsavedChanges()).toBe(false));
  expect(storedNote(note)).toMatchObject({ done: false });
});

test('unchecks an item again that could not be stored', async () => {
  putNote({ title: 'Shop', body: LIST });
  await openBoard();
  faults.next({ service: 'rest', method: 'PATCH', path: 'workspace_notes', status: 500, code: 'XX000' });
  await userEvent.click(await item('Paper'));
  expect(await screen.findByText(/“Shop” was not changed/)).toBeVisible();
  expect(await item('Paper')).not.toBeChecked();
});

describe('while others change the note', () => {
  // The page hears nothing of the change before it stores its own.
  beforeEach(() => {
    jest.spyOn(backend.realtime, 'sendChange').mockReturnValue();
  });
  afterEach(() => jest.restoreAllMocks());

  test('checks the item in their text', async () => {
    const note = putNote({ title: 'Shop', body: LIST });
    await openBoard();
    await item('Paper');
    change(note, { body: `First this.\n${LIST}`, title: 'Shopping' });
    await userEvent.click(await item('Paper'));
    await waitFor(() => expect(storedNote(note)).toMatchObject({ title: 'Shopping', body: `First this.\n${LIST.replace('[ ] Paper', '[x] Paper')}` }));
    expect(await screen.findByRole('heading', { name: 'Shopping' })).toBeVisible();
  });

  test('keeps what others check beside what the user writes', async () => {
    const note = putNote({ title: 'Shop', body: LIST });
    await openBoard();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Shop' }));
    await userEvent.click(bodyField());
    bodyField().setSelectionRange(0, 0);
    change(note, { body: LIST.replace('[ ] Paper', '[x] Paper').replace('[x] Ink', '[ ] Ink') });
    await userEvent.paste('List ');
    const both = `List ${LIST.replace('[ ] Paper', '[x] Paper').replace('[x] Ink', '[ ] Ink')}`;
    await waitFor(() => expect(bodyField()).toHaveValue(both), { timeout: 3_000 });
    // The caret has not moved.
    await userEvent.keyboard('now ');
    await waitFor(() => expect(storedNote(note)?.['body']).toBe(both.replace('List ', 'List now ')), { timeout: 3_000 });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('leaves the choice to the user if others have also changed the text of a line', async () => {
    const note = putNote({ title: 'Shop', body: LIST });
    await openBoard();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Shop' }));
    change(note, { body: `${LIST.replace('[ ] Paper', '[x] Paper')}.` });
    await append('Note', '!');
    await userEvent.click(button('Close'));
    expect(await screen.findByText(/changed elsewhere/)).toBeVisible();
    await userEvent.click(button('Keep the other'));
  });

  test('says so if their text has no such item', async () => {
    const note = putNote({ title: 'Shop', body: LIST });
    await openBoard();
    await item('Paper');
    change(note, { body: '- [ ] Pens' });
    await userEvent.click(await item('Paper'));
    expect(await screen.findByText(/“Shop” was not changed. Someone else changed this text./)).toBeVisible();
    expect(await item('Pens')).not.toBeChecked();
    expect(storedNote(note)?.['body']).toBe('- [ ] Pens');
  });
});

test('checks an item in a text that waits for a connection', async () => {
  const note = putNote({ title: 'Shop', body: '' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Shop' }));
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await append('Note', '- [ ] Ink');
  await userEvent.click(button('Close'));
  await userEvent.click(await item('Ink'));
  expect(await item('Ink')).toBeChecked();
  expect(storedNote(note)?.['body']).toBe('');
  onLine.mockRestore();
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(storedNote(note)?.['body']).toBe('- [x] Ink'));
});

test('shows the beginning of a long list, and all of it on demand', async () => {
  putNote({ title: 'Shop', body: Array.from({ length: 8 }, (_, number) => `- [ ] Thing ${String(number + 1)}`).join('\n') });
  await openBoard();
  expect((await item('Thing 5')).closest('li')?.className).toBe('');
  expect((await item('Thing 6')).closest('li')).toHaveClass('furtherPart');
  await userEvent.click(button('Show 3 more Shop'));
  expect((await item('Thing 8')).closest('li')?.className).toBe('');
  expect(button('Show less Shop')).toHaveAttribute('aria-expanded', 'true');
});

describe('in the editor', () => {
  /** Opens a note with this text, with the caret at the bar. */
  async function edit(text: string): Promise<void> {
    putNote({ title: 'Shop', body: text.replace('|', '') });
    await openBoard();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Shop' }));
    await userEvent.click(bodyField());
    bodyField().setSelectionRange(text.indexOf('|'), text.indexOf('|'));
  }

  const shown = () => {
    const { value, selectionStart } = bodyField();
    return `${value.slice(0, selectionStart)}|${value.slice(selectionStart)}`;
  };

  test.each([
    ['Enter continues a list', '- [x] Ink|', '{Enter}Paper', '- [x] Ink\n- [ ] Paper|'],
    ['Enter divides an item', '- [ ] Ink| and paper\nEnd', '{Enter}', '- [ ] Ink\n- [ ] | and paper\nEnd'],
    ['Enter at an empty item ends the list', '- [ ] Ink\n- [ ] |\nEnd', '{Enter}', '- [ ] Ink\n|\nEnd'],
    ['Enter in other lines is a line break', 'Ink|', '{Enter}', 'Ink\n|'],
    ['Enter before an item is a line break', '|- [ ] Ink', '{Enter}', '\n|- [ ] Ink'],
    ['Shift and Enter are a line break', '- [ ] Ink|', '{Shift>}{Enter}{/Shift}', '- [ ] Ink\n|'],
    ['Backspace removes an empty item', 'Top\n- [ ] |\nEnd', '{Backspace}', 'Top|\nEnd'],
    ['Backspace removes an empty first item', '- [ ] |', '{Backspace}', '|'],
    ['Backspace in an item removes a letter', '- [ ] Ink|', '{Backspace}', '- [ ] In|'],
  ])('%s', async (_, before, keys, after) => {
    await edit(before);
    await userEvent.keyboard(keys);
    expect(shown()).toBe(after);
  });

  test('a button makes the line a list, and plain text again', async () => {
    await edit('Top\nInk|\nEnd');
    await userEvent.click(button('Checklist Shop'));
    expect(bodyField()).toHaveFocus();
    expect(bodyField()).toHaveValue('Top\n- [ ] Ink\nEnd');
    await userEvent.click(button('Checklist Shop'));
    expect(bodyField()).toHaveValue('Top\nInk\nEnd');
  });
});
