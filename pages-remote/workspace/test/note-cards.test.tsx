import { faults } from '@atrium/page-kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { choose } from './files/note-files.ts';
import { ada, append, arranged, board, notes, openBoard, putNote, putPerson } from './workspace.ts';

afterEach(() => jest.restoreAllMocks());

const button = (name: string) => screen.getByRole('button', { name });

async function write(title: string): Promise<void> {
  await userEvent.click(screen.getByLabelText('Title'));
  await userEvent.paste(title);
}

test('the line for a new note has its tools from the first focus until the user has pressed something else', async () => {
  const user = userEvent.setup();
  await openBoard();
  await screen.findByText('Nothing here yet');
  const title = screen.getByPlaceholderText('Add a note…');
  expect(screen.queryByRole('button', { name: 'Checklist' })).not.toBeInTheDocument();
  await userEvent.click(title);
  expect(title).toHaveAttribute('placeholder', 'Title');
  for (const next of [screen.getByLabelText('Note'), button('Checklist'), button('Add files'), button('Add note')]) {
    await userEvent.tab();
    expect(next).toHaveFocus();
  }
  const outside = screen.getByText('Nothing here yet');
  // If the tools disappeared now, another element would be below the pointer when it is released.
  await user.pointer({ keys: '[MouseLeft>]', target: outside });
  expect(button('Add note')).not.toHaveFocus();
  expect(button('Checklist')).toBeVisible();
  await user.pointer({ keys: '[/MouseLeft]', target: outside });
  expect(screen.queryByRole('button', { name: 'Checklist' })).not.toBeInTheDocument();
  await userEvent.click(title);
  await userEvent.keyboard('Milk');
  await userEvent.click(outside);
  expect(button('Checklist')).toBeVisible();
});

test('adds a new note with a checklist from the keyboard, and the next one can be written', async () => {
  await openBoard();
  await screen.findByText('Nothing here yet');
  await userEvent.click(screen.getByLabelText('Title'));
  await userEvent.keyboard('Shop{Tab}Ink');
  await userEvent.click(button('Checklist'));
  expect(screen.getByLabelText('Note')).toHaveFocus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByRole('heading', { name: 'Shop' })).toBeVisible();
  expect(notes().rows).toMatchObject([{ title: 'Shop', body: '- [ ] Ink' }]);
  expect(screen.getByLabelText('Title')).toHaveFocus();
});

test('offers to show the added note until the next action', async () => {
  putNote({ title: 'Older' });
  await openBoard();
  await screen.findByRole('heading', { name: 'Older' });
  await write('Milk');
  await userEvent.click(button('Add note'));
  await userEvent.click(await screen.findByRole('button', { name: 'View Milk' }));
  expect(button('Edit Milk')).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'View Milk' })).not.toBeInTheDocument();
  await write('Bread');
  await userEvent.click(button('Add note'));
  expect(await screen.findByRole('button', { name: 'View Bread' })).toBeVisible();
  await write('Salt');
  expect(screen.queryByText('Added')).not.toBeInTheDocument();
});

test('keeps the open editor in its place, and leaves no space below it to scroll into', async () => {
  // Pixels from the top of the page to the editor.
  let place = 200;
  jest.spyOn(window, 'scrollBy').mockImplementation((options?: ScrollToOptions | number) => {
    window.scrollY += (typeof options === 'object' ? options.top : undefined) ?? 0;
  });
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, place - scrollY, 600, 100));
  putNote({ title: 'Ink' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Ink' }));
  const { style } = screen.getByRole('list', { name: 'Notes' });
  jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(() => Math.max(innerHeight, 700 + Number.parseFloat(style.marginBottom || '0')));
  place += 44;
  await append('Note', 'black');
  expect(scrollY).toBe(44);
  expect(document.documentElement.scrollHeight).toBe(innerHeight + 44);
  window.scrollY = 0;
  fireEvent.scroll(window);
  expect(document.documentElement.scrollHeight).toBe(innerHeight);
  // Everything moves when the window becomes narrower.
  jest.replaceProperty(window, 'innerWidth', innerWidth - 100);
  place += 300;
  await append('Note', ' ink');
  expect(scrollY).toBe(0);
});

test('the field for the text has the direction of its text, and without a text that of the page', async () => {
  await openBoard();
  const field = await screen.findByRole('textbox', { name: 'Note' });
  expect(field).not.toHaveAttribute('dir');
  await userEvent.type(field, 'a');
  expect(field).toHaveAttribute('dir', 'auto');
});

test('does not offer to show an added note that the search hides', async () => {
  putNote({ title: 'Ink' });
  await openBoard('?q=ink');
  await screen.findByRole('heading', { name: 'Ink' });
  await write('Milk');
  await userEvent.click(button('Add note'));
  expect(await screen.findByText('Added')).toBeVisible();
  expect(screen.getByText('Milk')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'View Milk' })).not.toBeInTheDocument();
});

test('offers only moves to places that exist', async () => {
  putNote({ title: 'Ink' });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Note actions Ink' }));
  expect(await screen.findByRole('menuitem', { name: 'Delete Ink' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: /^Move (up|down)/ })).not.toBeInTheDocument();
  putNote({ title: 'Paper' });
  expect(await screen.findByRole('menuitem', { name: 'Move up Ink' })).toBeVisible();
  expect(screen.getByRole('menuitem', { name: 'Move down Ink' })).toHaveAttribute('aria-disabled', 'true');
});

test('moves notes by their menus, and focuses the menu again', async () => {
  for (const title of ['B', 'A']) putNote({ title });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Note actions B' }));
  expect(await screen.findByRole('menuitem', { name: 'Move down B' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Move up B' }));
  await waitFor(() => expect(arranged().map(({ title }) => title)).toEqual(['B', 'A']));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Note actions B' })).toHaveFocus());
});

test('shows the creation time of notes, and in the order of changes the time of the change', async () => {
  putNote({ title: 'Ink', created_at: '2026-01-31T12:00:00+00:00', updated_at: '2026-01-31T12:00:00+00:00' });
  putNote({ title: 'Quill', created_at: '2026-02-01T12:00:00+00:00', updated_at: '2026-02-01T12:00:00+00:00' });
  await openBoard();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Done Ink' }));
  await waitFor(() => expect(notes().rows).toMatchObject([{ done: true }, { done: false }]));
  expect(screen.getByText(/^Jan 31, 2026/)).toBeVisible();
  await userEvent.click(button('Order Manual'));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Last changed' }));
  expect(await screen.findByText('changed')).toBeVisible();
  expect(screen.queryByText(/Jan 31, 2026/)).not.toBeInTheDocument();
});

test('names who edited a note of another author, with the time of the edit', async () => {
  const bob = putPerson('Bob', board);
  const edit = { author: ada().id, edited_at: '2026-02-01T12:00:00+00:00', created_at: '2026-01-31T12:00:00+00:00' };
  putNote({ title: 'Ink', edited_by: bob, ...edit });
  putNote({ title: 'Quill', edited_by: ada().id, ...edit });
  await openBoard();
  expect((await screen.findByText('Edited by Bob,')).parentElement).toHaveTextContent(/^Edited by Bob, .*Feb 1, 2026/);
  expect(screen.getByText(/^Jan 31, 2026/)).toBeVisible();
});

test('links only web addresses', async () => {
  const body = 'See https://example.com/a?b=(c)#d, <http://two.example>.\njavascript:alert(1) ftp://three.example http:// https://four.example/Größe!';
  putNote({ title: 'Links', body });
  await openBoard();
  await screen.findByRole('heading', { name: 'Links' });
  const links = within(screen.getByRole('list', { name: 'Notes' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://example.com/a?b=(c)#d', 'http://two.example', 'https://four.example/Größe']);
  for (const link of links) {
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(link).toHaveAttribute('target', '_blank');
  }
  expect(links[0]?.parentElement).toHaveTextContent(body.replace('\n', ' '));
});

test('says why the files of a note that was refused are not stored, if the user has begun the next note', async () => {
  const page = await openBoard();
  await screen.findByText('Nothing here yet');
  await write('Paper');
  await choose(new File(['content'], 'plan.png', { type: 'image/png' }));
  await screen.findByRole('button', { name: 'Leave out plan.png' });
  const held = faults.hold({ service: 'rest', method: 'POST', path: 'workspace_notes' });
  await userEvent.click(button('Add note'));
  await held.arrived;
  await write('Ink');
  faults.next({ service: 'rest', method: 'POST', path: 'workspace_notes', status: 400, code: 'WS003' });
  held.release();
  await waitFor(() => expect(page.toasts.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^“Paper” was not saved; your text is kept here. The board has as many notes/),
    expect.stringMatching(/^plan.png was not stored. The board has as many notes/),
  ]));
});
