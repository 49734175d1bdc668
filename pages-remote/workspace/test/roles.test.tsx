import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import { backend, faults, type OpenPage } from '@atrium/page-kit/testing';
import { ada, append, attachments, boards, changeFirst, chooseOfNote, invitations, members, notes, open, openBoard, putBoard, putNote, putPerson } from './workspace.ts';

const button = (name: string) => screen.getByRole('button', { name });
const find = (title: string) => screen.findByRole('heading', { level: 2, name: title });

/** Bob's board, on which Ada has a role. */
let theirs = '';

beforeEach(() => {
  theirs = putBoard('Choir', putPerson('Bob'));
});

async function openTheirs(role: 'editor' | 'viewer'): Promise<OpenPage> {
  members().insert({ board: theirs, person: ada().id, role });
  const page = await open(`/workspace/${theirs}`);
  await screen.findByText('Only you are here now.');
  return page;
}

/** Changes the user's role as the owner does. The database announces it on the board's channel. */
async function giveRole(role: 'editor' | 'viewer'): Promise<void> {
  members().update(({ board, person }) => board === theirs && person === ada().id, { role });
  await act(() => Promise.resolve(backend.realtime.broadcast(`workspace:board:${theirs}`, 'members', {})));
}

const roleOf = (person: string) => members().rows.find((row) => row['person'] === person)?.['role'];

async function openPeople(name: 'Share' | 'Members' = 'Share'): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }));
  await screen.findByRole('heading', { name: new RegExp(`^${name} `) });
}

async function choose(trigger: string, role: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: trigger }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: role }));
}

test('the owner invites a viewer, and the invitation shows the role', async () => {
  backend.function('workspace-invite', ({ body }) => {
    invitations().insert({ ...(body as object), expires_at: '2030-01-31T12:00:00+00:00' });
    return { invited: true };
  });
  await openBoard();
  await openPeople();
  const role = await screen.findByLabelText('Role');
  expect(role).toHaveValue('editor');
  expect(role).toHaveAccessibleDescription(/can write/);
  await userEvent.selectOptions(role, 'Viewer');
  expect(role).toHaveAccessibleDescription(/change nothing/);
  await append('Email', 'eve@example.com');
  await userEvent.click(button('Invite'));
  expect(await screen.findByText(/^Viewer · expires/)).toBeVisible();
  expect(invitations().rows).toMatchObject([{ email: 'eve@example.com', role: 'viewer' }]);
});

test('the invited person reads what they will be able to do', async () => {
  invitations().insert({ board: theirs, email: ada().email, role: 'viewer', expires_at: '2030-01-31T12:00:00+00:00' });
  await open(`/workspace/${theirs}`);
  expect(await screen.findByText(/You can read everything, and change nothing/)).toBeVisible();
});

test('the owner changes a role, which shows and is announced; a refused change is undone', async () => {
  await openBoard();
  const bob = putPerson('Bob', String(boards().rows.find(({ owner }) => owner === ada().id)?.['id']));
  await openPeople();
  await choose('Role of Bob: Editor', 'Viewer');
  expect(await screen.findByText('Role of Bob: Viewer.')).toHaveAttribute('role', 'status');
  expect(roleOf(bob)).toBe('viewer');
  faults.next({ service: 'rest', method: 'PATCH', path: 'workspace_members', status: 403, code: '42501' });
  await choose('Role of Bob: Viewer', 'Editor');
  expect(await screen.findByRole('alert')).toHaveTextContent(/^The role of Bob was not changed\. You do not have access/);
  expect(button('Role of Bob: Viewer')).toBeVisible();
  expect(roleOf(bob)).toBe('viewer');
});

test('members who are not the owner see the roles, and cannot change them', async () => {
  putPerson('Eve', theirs);
  await openTheirs('viewer');
  await openPeople('Members');
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual(expect.arrayContaining([expect.stringMatching(/Bob.*Owner/), expect.stringMatching(/Eve.*Editor/), expect.stringMatching(/Ada.*Viewer.*Leave the board/)]));
  expect(screen.queryByRole('button', { name: /^Role of/ })).not.toBeInTheDocument();
  expect(screen.queryByLabelText('Role')).not.toBeInTheDocument();
});

test('a viewer reads the notes and their files, moves between them by keyboard, and has no controls that write', async () => {
  const first = putNote({ title: 'Songs', body: 'Dowland', board: theirs, done: true });
  const second = putNote({ title: 'Dates', board: theirs });
  attachments().insert({ board: theirs, note: first['id'], path: `${theirs}/${String(first['id'])}/${crypto.randomUUID()}/a.txt`, name: 'a.txt', type: 'text/plain', size: 1 });
  const page = await openTheirs('viewer');
  await find('Songs');
  expect(button('View only')).toHaveAccessibleDescription('You can read this board and copy its text. To edit it, ask Bob.');
  expect(screen.getByText('Dowland')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Done Songs' })).toBeChecked();
  for (const box of screen.getAllByRole('checkbox')) expect(box).toBeDisabled();
  expect(screen.queryByLabelText('Title')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^(Edit|Move|Note actions|Files Dates)/ })).not.toBeInTheDocument();

  const list = within(screen.getByRole('list', { name: 'Notes' }));
  const row = (note: object) => list.getAllByRole('listitem').find(({ dataset }) => dataset['note'] === Reflect.get(note, 'id'));
  act(() => row(second)?.focus());
  await page.commands.run('nextNote');
  expect(row(first)).toHaveFocus();
  await page.commands.run('editNote');
  await userEvent.click(screen.getByText('Dowland'));
  await page.commands.run('newNote');
  expect(screen.queryByLabelText('Title')).not.toBeInTheDocument();
  expect(page.toasts.map(({ text }) => text)).toEqual(['You can only view this board.', 'You can only view this board.']);
  await page.commands.run('previousNote');
  expect(row(second)).toHaveFocus();

  await userEvent.click(button('Files (1) Songs'));
  expect(await screen.findByRole('button', { name: 'Download a.txt' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^(Delete a.txt|Add files)/ })).not.toBeInTheDocument();
});

test('a viewer who becomes an editor gets the form for a new note without a reload', async () => {
  const page = await openTheirs('viewer');
  expect(await screen.findByText('Notes that others add will appear here.')).toBeVisible();
  await giveRole('editor');
  await screen.findByLabelText('Title');
  await append('Title', 'Songs');
  expect(page.toasts).toMatchObject([{ text: 'You can edit this board now.' }]);
  expect(screen.queryByRole('button', { name: 'View only' })).not.toBeInTheDocument();
  await userEvent.click(button('Add note'));
  await waitFor(() => expect(notes().rows).toMatchObject([{ title: 'Songs', board: theirs }]));
});

test('a page whose session ends stays as it is until the user has logged in again', async () => {
  const page = await openTheirs('editor');
  await append('Title', 'Half a thou');
  const field = screen.getByLabelText('Title');
  await page.auth.expire();
  await page.auth.signIn(ada());
  expect(screen.getByLabelText('Title')).toBe(field);
  expect(field).toHaveValue('Half a thou');
  expect(page.toasts).toEqual([]);
});

test('an editor who becomes a viewer keeps what they have not saved, and is told so', async () => {
  putNote({ title: 'Songs', body: 'Dowland', board: theirs });
  const page = await openTheirs('editor');
  await append('Title', 'Half a thou');
  await giveRole('viewer');
  expect(await screen.findByRole('heading', { name: 'Your unsaved text' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 3, name: 'Half a thou' })).toBeVisible();
  expect(page.toasts).toMatchObject([{ tone: 'notice', text: 'You can only view this board now. Your unsaved text is kept on it.' }]);
  expect(screen.queryByLabelText('Title')).not.toBeInTheDocument();
  await giveRole('editor');
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue('Half a thou'));
  await giveRole('viewer');
  await userEvent.click(await screen.findByRole('button', { name: 'Discard Half a thou' }));
  expect(hasUnsavedChanges()).toBe(false);
});

test('a save that is refused because the role has just changed says so, and keeps the text', async () => {
  putNote({ title: 'Songs', body: 'Dowland', board: theirs });
  await openTheirs('editor');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Songs' }));
  await append('Note', ' and Byrd');
  // The policies show viewers the row and do not change it.
  faults.next({ service: 'rest', method: 'PATCH', path: 'workspace_notes', respond: () => Response.json([]) });
  await userEvent.click(button('Close'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/Your role on the board may have changed: ask its owner. Your text is kept/);
  expect(screen.getByLabelText('Note')).toHaveValue('Dowland and Byrd');
  await giveRole('viewer');
  await screen.findByRole('heading', { name: 'Your unsaved text' });
  expect(screen.getByText('Dowland and Byrd')).toBeVisible();
});

test.each([
  ['PATCH', async () => userEvent.click(await screen.findByRole('checkbox', { name: 'Done Songs' })), '“Songs” was not changed.'],
  ['DELETE', async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Note actions Songs' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete Songs' }));
  }, '“Songs” was not deleted.'],
])('a change that is refused because the role has just changed is undone (%s)', async (method, change, text) => {
  putNote({ title: 'Songs', board: theirs });
  const page = await openTheirs('editor');
  await find('Songs');
  faults.next({ service: 'rest', method, path: 'workspace_notes', respond: () => Response.json([]) });
  await change();
  await waitFor(() => expect(page.toasts).toMatchObject([{ tone: 'error', text: expect.stringContaining(`${text} You do not have access`) as string }]));
  expect(await screen.findByRole('checkbox', { name: 'Done Songs' })).not.toBeChecked();
});

test('a viewer sees the check boxes of a checklist, and changes and moves nothing', async () => {
  const note = putNote({ board: theirs, title: 'Songs', body: '- [x] Warm up\n- [ ] Canon' });
  const { commands } = await openTheirs('viewer');
  await find('Songs');
  expect(screen.getByRole('checkbox', { name: 'Warm up' })).toBeChecked();
  const open = screen.getByRole('checkbox', { name: 'Canon' });
  expect(open).toBeDisabled();
  await userEvent.click(open);
  act(() => screen.getByRole('heading', { level: 2, name: 'Songs' }).closest('li')?.focus());
  await commands.run('moveNote');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(notes().rows.find(({ id }) => id === note['id'])).toMatchObject({ body: '- [x] Warm up\n- [ ] Canon', board: theirs });
});

test('a note cannot be moved to a board that one only views', async () => {
  members().insert({ board: theirs, person: ada().id, role: 'viewer' });
  putBoard('Garden');
  putNote({ title: 'Ink' });
  await openBoard();
  await chooseOfNote('Ink', 'Move to board…');
  const targets = within(await screen.findByRole('listbox', { name: 'Boards' })).getAllByRole('option');
  expect(targets.map(({ textContent }) => textContent)).toEqual(['Garden']);
});

test('does not call authors former members while the members load', async () => {
  const bob = boards().rows.find(({ id }) => id === theirs)?.['owner'];
  notes().insert({ board: theirs, title: 'Song', author: bob });
  const held = faults.hold({ service: 'rest', method: 'GET', path: 'workspace_members' });
  await openTheirs('editor');
  await find('Song');
  expect(screen.queryByText(/Former member/)).not.toBeInTheDocument();
  held.release();
  expect(await screen.findByText('By Bob,')).toBeVisible();
});

test('first names the member whose change clashes with what the user writes, and has one button for each text', async () => {
  const bob = boards().rows.find(({ id }) => id === theirs)?.['owner'];
  const note = notes().insert({ board: theirs, title: 'Song', body: 'One', author: bob })[0];
  await openTheirs('editor');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Song' }));
  await changeFirst(note ?? {}, { body: 'Three', edited_by: bob, edited_at: '2026-01-31T12:00:00+00:00' }, () => append('Note', ' and two'));
  const question = await screen.findByRole('alert');
  expect(question).toHaveTextContent(/^ ?Bob changed this note while you were writing\.$/);
  const group = screen.getByRole('group', { name: 'Bob' });
  expect(group).toHaveTextContent('Three');
  const inOrder = [question, screen.getByLabelText('Note'), button('Keep yours'), group, button('Decide later'), button('Keep both')];
  for (const [index, element] of inOrder.entries()) expect(inOrder[index - 1]?.compareDocumentPosition(element) ?? 4).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByRole('button', { name: 'Checklist Song' })).not.toBeInTheDocument();
  expect(screen.getByLabelText('Note')).toHaveFocus();
  await userEvent.click(within(group).getByRole('button', { name: 'Keep Bob’s' }));
  expect(await screen.findByText('Three')).toBeVisible();
});
