import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, faults } from '@atrium/page-kit/testing';
import { ada, append, board, boards, chooseOfBoard, invitations, members, open, openBoard, putBoard, putNote, putPerson } from './workspace.ts';

const button = (name: string) => screen.getByRole('button', { name });

/** Chooses an item of the menu of an editor. */
async function choose(person: string, name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: `Role of ${person}: Editor` }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
}

async function openPeople(name: 'Share' | 'Members' = 'Share'): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }));
  await screen.findByRole('heading', { name: new RegExp(`^${name} `) });
}

/** Invites the visitor to one of Bob's boards. */
function inviteAda(name: string): string {
  const theirs = putBoard(name, putPerson('Bob'));
  invitations().insert({ board: theirs, email: ada().email, expires_at: '2030-01-31T12:00:00+00:00' });
  backend.databaseFunction('workspace_accept_invitation', ({ caller }) => {
    members().insert({ board: theirs, person: caller?.id });
    invitations().remove(() => true);
    return undefined;
  });
  return theirs;
}

test('lists the members and removes one after a confirmation', async () => {
  const bob = putPerson('Bob', board);
  await openBoard();
  await openPeople();
  await choose('Bob', 'Remove Bob');
  expect(await screen.findByRole('alertdialog', { name: 'Remove Bob from the board?' })).toBeVisible();
  await waitFor(() => expect(button('Cancel')).toHaveFocus());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(button('Role of Bob: Editor')).toHaveFocus());
  await choose('Bob', 'Remove Bob');
  faults.next({ service: 'rest', method: 'DELETE', status: 500, code: 'XX000' });
  await userEvent.click(button('Remove'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/not available/);
  await userEvent.click(button('Remove'));
  await waitFor(() => expect(members().rows.map(({ person }) => person)).toEqual([ada().id]));
  await waitFor(() => expect(screen.queryByText('Bob')).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveFocus());
  expect(bob).not.toBe(ada().id);
});

test('the pictures of the others open the dialog', async () => {
  await openBoard();
  await screen.findByRole('button', { name: 'Share' });
  expect(screen.queryByRole('button', { name: /people$/ })).not.toBeInTheDocument();
  for (const name of ['Bob', 'Cleo', 'Dan', 'Eve']) putPerson(name, board);
  const pictures = await screen.findByRole('button', { name: '5 people' });
  expect(pictures).toHaveTextContent('+1');
  await userEvent.click(pictures);
  expect(await screen.findByRole('heading', { name: /^Share / })).toBeVisible();
});

test('hands the board over', async () => {
  const bob = putPerson('Bob', board);
  backend.databaseFunction('workspace_hand_over_board', ({ body }) => {
    expect(body).toEqual({ board, person: bob });
    boards().update(({ id }) => id === board, { owner: bob });
    return undefined;
  });
  await openBoard();
  await openPeople();
  await choose('Bob', 'Make owner Bob');
  await userEvent.click(await screen.findByRole('button', { name: 'Make owner' }));
  expect(await screen.findByRole('button', { name: 'Leave the board' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Role of Bob/ })).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveFocus());
});

test('leaves a board of another user', async () => {
  const theirs = putBoard('Choir', putPerson('Bob'));
  members().insert({ board: theirs, person: ada().id });
  const page = await open(`/workspace/${theirs}`);
  await openPeople('Members');
  expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Leave the board' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave the board' }));
  await page.waitForPath('/workspace');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Choir' })).not.toBeInTheDocument());
});

test('invites a person by email and cancels an invitation', async () => {
  backend.function('workspace-invite', ({ body }) => {
    invitations().insert({ ...(body as object), expires_at: '2030-01-31T12:00:00+00:00' });
    return { invited: true };
  });
  const page = await openBoard();
  await openPeople();
  await userEvent.type(await screen.findByLabelText('Email'), 'bob');
  await userEvent.click(button('Invite'));
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(/not an email address/);
  await append('Email', '@example.com');
  faults.next({ service: 'functions', status: 429, code: 'too_many' });
  await userEvent.click(button('Invite'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/too often/);
  expect(screen.getByLabelText('Email')).toHaveValue('bob@example.com');
  await userEvent.click(button('Invite'));
  expect(await screen.findByRole('button', { name: 'Cancel invitation bob@example.com' })).toBeVisible();
  expect(page.toasts).toMatchObject([{ text: 'We invited bob@example.com by email.' }]);
  expect(screen.getByLabelText('Email')).toHaveValue('');
  await userEvent.click(button('Cancel invitation bob@example.com'));
  await waitFor(() => expect(invitations().rows).toEqual([]));
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
});

test('removes an invitation from the list when the invited person accepts it', async () => {
  invitations().insert({ board, email: 'bob@example.com', expires_at: '2030-01-31T12:00:00+00:00' });
  await openBoard();
  await screen.findByText('Only you are here now.');
  await openPeople();
  expect(await screen.findByRole('button', { name: 'Cancel invitation bob@example.com' })).toBeVisible();
  // `workspace_accept_invitation` does both in the database.
  invitations().remove(({ email }) => email === 'bob@example.com');
  putPerson('Bob', board);
  expect(await screen.findByRole('button', { name: 'Role of Bob: Editor' })).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Not accepted yet')).not.toBeInTheDocument());
});

test('removes an invitation that was declined when the owner returns to the tab, or opens the list again', async () => {
  invitations().insert({ board, email: 'bob@example.com', expires_at: '2030-01-31T12:00:00+00:00' });
  invitations().insert({ board, email: 'eve@example.com', expires_at: '2030-01-31T12:00:00+00:00' });
  await openBoard();
  await screen.findByText('Only you are here now.');
  await openPeople();
  expect(await screen.findByRole('button', { name: 'Cancel invitation bob@example.com' })).toBeVisible();
  invitations().remove(({ email }) => email === 'bob@example.com');
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(screen.queryByText(/bob@example.com/)).not.toBeInTheDocument());
  await userEvent.click(button('Close'));
  invitations().remove(({ email }) => email === 'eve@example.com');
  await openPeople();
  await waitFor(() => expect(screen.queryByText(/eve@example.com/)).not.toBeInTheDocument());
});

test('shows that the site does not offer invitations', async () => {
  await openBoard();
  await openPeople();
  await userEvent.type(await screen.findByLabelText('Email'), 'bob@example.com');
  await userEvent.click(button('Invite'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/does not offer that yet/);
});

test('exports the board as a file', async () => {
  const saved: { readonly name: string; readonly blob: Blob }[] = [];
  const blobs: Blob[] = [];
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) blobs.push(blob);
    return 'blob:made';
  };
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.at(-1);
    if (this.href === 'blob:made' && blob) saved.push({ name: this.download, blob });
  });
  putNote({ title: 'Ink' });
  backend.function('workspace-export', ({ body }) => {
    expect(body).toEqual({ board, format: 'csv' });
    return new Response('title\r\nInk\r\n', { headers: { 'content-type': 'text/csv' } });
  });
  const page = await openBoard();
  faults.next({ service: 'functions', answer: 'offline' });
  await chooseOfBoard('Export as CSV');
  await waitFor(() => expect(page.toasts).toMatchObject([{ tone: 'error', text: expect.stringMatching(/cannot be reached/) as string }]));
  await chooseOfBoard('Export as CSV');
  await waitFor(() => expect(saved).toMatchObject([{ name: 'Plans of Ada.csv' }]));
  // With a byte order mark of three bytes.
  expect(saved[0]?.blob).toMatchObject({ type: 'text/csv', size: 15 });
  click.mockRestore();
});

test('reports a bug once, however often the page renders', async () => {
  const report = jest.fn();
  // jsdom does not implement it.
  Reflect.set(globalThis, 'reportError', report);
  const fault = new TypeError('No room for the file');
  URL.createObjectURL = () => {
    throw fault;
  };
  backend.function('workspace-export', () => new Response('title', { headers: { 'content-type': 'text/csv' } }));
  await openBoard();
  await chooseOfBoard('Export as CSV');
  expect(await screen.findByRole('alert')).toHaveTextContent(/not available/);
  putPerson('Bob', board);
  expect(await screen.findByText(/ · 2 people$/)).toBeVisible();
  expect(report.mock.calls).toEqual([[fault]]);
  Reflect.deleteProperty(globalThis, 'reportError');
});

test('shows that a board is gone when its export finds none', async () => {
  backend.function('workspace-export', () => Response.json({ code: 'no_board', message: 'There is no such board for you.' }, { status: 404 }));
  await openBoard();
  await chooseOfBoard('Export as CSV');
  expect(await screen.findByRole('alert')).toHaveTextContent(/Someone else deleted this/);
});

test('accepts an invitation', async () => {
  const theirs = inviteAda('Choir');
  const page = await open('/workspace');
  expect(await screen.findByRole('heading', { level: 2, name: '\u2068Bob\u2069 invited you to \u2068Choir\u2069' })).toBeVisible();
  expect(screen.getByText(/^As an editor · expires in [\d,]+ days$/)).toHaveAttribute('title', expect.stringMatching(/^Jan\s31,\s2030$/));
  expect([...document.querySelectorAll('strong')].map(({ textContent }) => textContent)).toEqual(['\u2068Bob\u2069', '\u2068Choir\u2069']);
  await userEvent.click(button('Accept Choir'));
  await page.waitForPath(`/workspace/${theirs}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Choir' })).toBeVisible();
  expect(page.toasts).toMatchObject([{ text: 'You are on the board “Choir” now.' }]);
});

test("accepts an invitation on the board's page", async () => {
  const theirs = inviteAda('Choir');
  await open(`/workspace/${theirs}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'You are invited to “Choir”' })).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Accept Choir' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Choir' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Choir' })).toHaveFocus());
});

test("moves the focus to what the board's page shows after its invitation is declined", async () => {
  const theirs = inviteAda('Choir');
  await open(`/workspace/${theirs}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Decline Choir' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: /not found/i })).toHaveFocus());
});

test('declines an invitation, and shows when that fails', async () => {
  inviteAda('Choir');
  await open('/workspace');
  faults.next({ service: 'rest', method: 'DELETE', status: 500, code: 'XX000' });
  await userEvent.click(await screen.findByRole('button', { name: 'Decline Choir' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/not available/);
  await userEvent.click(button('Decline Choir'));
  await waitFor(() => expect(screen.queryByRole('heading', { level: 2, name: /Choir/ })).not.toBeInTheDocument());
  expect(invitations().rows).toEqual([]);
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});
