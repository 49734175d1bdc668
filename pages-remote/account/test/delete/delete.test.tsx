import { ADA, backend, clock, faults } from '@atrium/page-kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { elsewhere } from '../elsewhere.ts';
import { enter, enterAndSubmit } from '../enter.ts';
import { app } from '../factors.ts';
import { nextPlace, visit } from '../visit.ts';

const BEA = { id: '7d1c1f53-0d3c-4b53-a3a4-3a2f4a1a0002', email: 'bea@example.com', name: 'Bea' };
const CARL = { id: '7d1c1f53-0d3c-4b53-a3a4-3a2f4a1a0003', email: 'carl@example.com', name: '' };

const password = () => screen.getByLabelText('Your password');
const box = () => screen.getByRole('checkbox', { name: 'I understand that this cannot be undone.' });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Delete your account' }));
const calls = () => backend.requests.filter(({ service }) => service === 'functions');

beforeEach(() => {
  backend.table('account_profiles').define({ key: ['person'] });
  backend.table('workspace_boards').define({ columns: ['id', 'name', 'owner'] });
  backend.table('workspace_members').define({ key: ['board', 'person'], references: { board: 'workspace_boards' } });
});

/** Inserts a board of Ada's with its members, as the workspace stores it. */
function board(name: string, ...members: readonly (readonly [person: string, joinedAt: string, role?: 'viewer'])[]): void {
  const [row] = backend.table('workspace_boards').insert({ name, owner: ADA.id });
  const joined = [[ADA.id, '2026-01-01T00:00:00+00:00'] as const, ...members];
  backend.table('workspace_members').insert(...joined.map(([person, joinedAt, role = 'editor']) => ({ board: row?.['id'], person, role, joined_at: joinedAt })));
}

async function fillIn(typed = ADA.password): Promise<void> {
  await enter(password(), typed);
  await userEvent.click(box());
}

test('offers to export the data first', async () => {
  await visit('/account/delete', 'signed-in');
  expect(screen.getByRole('link', { name: 'Export your data first' })).toHaveAttribute('href', '/account/data');
});

test('asks users with a second factor for its code first', async () => {
  await visit('/account/delete', { state: 'aal1', person: { ...ADA, factors: [app] } });
  expect(await screen.findByLabelText('Code')).toBeVisible();
  expect(nextPlace()).toBe('/account/delete');
});

test('lists what is deleted, and the boards that pass to the editor who joined first, or to a viewer', async () => {
  backend.table('account_profiles').insert({ person: BEA.id, name: BEA.name }, { person: CARL.id, name: CARL.name });
  board('Mine alone');
  board('Plans', [CARL.id, '2026-02-03T00:00:00.5+00:00'], [BEA.id, '2026-02-03T00:00:00+00:00']);
  board('Recipes', [CARL.id, '2026-02-03T00:00:00+00:00', 'viewer']);
  board('Songs', [CARL.id, '2026-02-03T00:00:00+00:00', 'viewer'], [BEA.id, '2026-02-04T00:00:00+00:00']);
  await visit('/account/delete', 'signed-in');
  expect(screen.getByText('This permanently deletes the following data of ada@example.com:')).toBeVisible();
  expect(within(screen.getByRole('list', { name: 'Deleted permanently' })).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Your profileName, picture, email, password and two-step verification',
    'Boards that only you useWith all their notes and files',
  ]);
  await screen.findByRole('heading', { name: 'Boards that others use with you' });
  expect(within(screen.getAllByRole('list').at(-1) ?? document.body).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '“Plans” passes to Bea.',
    '“Recipes” passes to a member without a name.',
    '“Songs” passes to Bea.',
  ]);
});

test('works without the list of boards when it cannot be loaded', async () => {
  // Twice, because strict mode runs effects twice. The client does not retry a refusal with this status.
  const refusal = { service: 'rest', path: 'workspace_boards', status: 400 } as const;
  for (const fault of [refusal, refusal]) faults.next(fault);
  await visit('/account/delete', 'signed-in');
  expect(await screen.findByText(/could not be loaded/)).toBeVisible();
  // The browser is back online.
  faults.next(refusal);
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(backend.requests.filter(({ path }) => path.includes('workspace_boards'))).toHaveLength(3));
  await fillIn();
  await submit();
  expect(await screen.findByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
});

test('deletes the account, logs out and confirms the deletion', async () => {
  const page = await visit('/account/delete', 'signed-in');
  expect(password()).toHaveAttribute('autocomplete', 'current-password');
  expect(screen.getByDisplayValue(ADA.email)).toHaveAttribute('autocomplete', 'username');
  await fillIn();
  await submit();
  expect(await screen.findByRole('heading', { level: 1, name: 'Your account is deleted' })).toHaveFocus();
  expect(page.auth.state).toMatchObject({ isAuthenticated: false, ended: 'deleted' });
  expect(backend.auth.hasAccount(ADA.email)).toBe(false);
  expect((await elsewhere().signInWithPassword({ email: ADA.email, password: ADA.password })).error).toMatchObject({ code: 'invalid_credentials' });
  expect(screen.getByRole('link', { name: 'To the start page' })).toHaveAttribute('href', '/');
});

test('requires the password and the confirmation before it calls the service', async () => {
  await visit('/account/delete', 'signed-in');
  await submit();
  expect(password()).toHaveAccessibleDescription('Enter a password.');
  expect(screen.getByRole('group', { name: 'Check these fields' })).toHaveFocus();
  await enterAndSubmit(password(), ADA.password);
  expect(box()).toHaveAccessibleDescription('Confirm that you understand that this cannot be undone.');
  expect(box()).toHaveFocus();
  expect(calls()).toEqual([]);
});

test('shows a wrong password at its field, and accepts another one', async () => {
  await visit('/account/delete', 'signed-in');
  await fillIn('wrong horse');
  await submit();
  await waitFor(() => {
    expect(password()).toHaveAccessibleDescription('This is not your password. Check it for typos, then try again.');
  });
  expect(password()).toHaveFocus();
  expect(password()).toHaveValue('wrong horse');
  expect(box()).toBeChecked();
  await userEvent.clear(password());
  await enterAndSubmit(password(), ADA.password);
  expect(await screen.findByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
});

test.each([
  ['no_password', 403, /log in without a password. Set one on the page/],
  ['unfinished', 500, /not completely deleted yet. Try again in a moment/],
  ['too_many', 429, /Too many attempts/],
  ['NOT_FOUND', 404, /cannot delete accounts at the moment/],
  ['failed', 500, /The server is having problems/],
])('explains %s, keeps the typed password, and can be retried', async (code, status, text) => {
  await visit('/account/delete', 'signed-in');
  await fillIn();
  faults.next({ action: 'deleteAccount', status, code });
  await submit();
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(password()).toHaveValue(ADA.password);
  await submit();
  expect(await screen.findByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
});

test('says that a retry is safe when no response arrives within a minute', async () => {
  await visit('/account/delete', 'signed-in');
  await fillIn();
  const { arrived } = faults.hold({ action: 'deleteAccount' });
  await submit();
  await arrived;
  await clock.advance({ seconds: 61 });
  expect(await screen.findByRole('alert')).toHaveTextContent(/then try again. This is safe/);
});

test('treats the retry as done when the response to the first try was lost', async () => {
  await visit('/account/delete', 'signed-in');
  await fillIn();
  faults.next({ action: 'deleteAccount', answer: 'lost' });
  await submit();
  expect(await screen.findByRole('alert')).toHaveTextContent(/The server did not respond/);
  expect(backend.auth.hasAccount(ADA.email)).toBe(false);
  await submit();
  expect(await screen.findByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
});

test('links to the code when the service requires one', async () => {
  await visit('/account/delete', 'signed-in');
  await fillIn();
  faults.next({ action: 'deleteAccount', status: 403, code: 'second_factor_needed' });
  await submit();
  expect(await screen.findByRole('link', { name: 'Enter your code' })).toHaveAttribute('href', '/login/verify?next=%2Faccount%2Fdelete');
});

test('sends one request, no matter how often the button is pressed', async () => {
  await visit('/account/delete', 'signed-in');
  await fillIn();
  const request = faults.hold({ action: 'deleteAccount' });
  await userEvent.dblClick(screen.getByRole('button', { name: 'Delete your account' }));
  await request.arrived;
  await userEvent.type(password(), '{Enter}');
  request.release();
  expect(await screen.findByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
  expect(calls()).toHaveLength(1);
});

test('follows a log-out in another tab', async () => {
  const page = await visit('/account/delete', 'signed-in');
  await page.auth.signOut();
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
});

describe('an account without a password', () => {
  const person = { ...ADA, withoutPassword: true };

  test('is deleted without one after a log-in a short time ago', async () => {
    await visit('/account/delete', { person });
    expect(screen.queryByLabelText('Your password')).not.toBeInTheDocument();
    await userEvent.click(box());
    await submit();
    expect(await screen.findByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
    expect(backend.auth.hasAccount(ADA.email)).toBe(false);
  });

  test('is deleted after the user has confirmed that it is them with a mailed code', async () => {
    await visit('/account/delete', { person, signedInMinutesAgo: 20 });
    await userEvent.click(box());
    await submit();
    await userEvent.click(await screen.findByRole('button', { name: 'Send a code to ada@example.com' }));
    await enter(await screen.findByLabelText('Code'), String(backend.auth.mails.at(-1)?.otp));
    expect(calls()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
  });

  test('stays if the user cancels', async () => {
    await visit('/account/delete', { person, signedInMinutesAgo: 20 });
    await userEvent.click(box());
    await submit();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(box()).toBeChecked();
    expect(calls()).toEqual([]);
  });

  test('explains that too much time has passed when the service says so', async () => {
    await visit('/account/delete', { person });
    await userEvent.click(box());
    faults.next({ action: 'deleteAccount', status: 403, code: 'recent_sign_in_needed' });
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent('Press the button again.');
  });
});
