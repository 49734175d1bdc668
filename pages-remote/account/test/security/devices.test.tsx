import { ADA, backend } from '@atrium/page-kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failNext } from '../failures.ts';
import { visit } from '../visit.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const list = () => screen.findByRole('list', { name: 'Devices' });

/** Opens the security page of Ada, who is also logged in in these browsers. */
async function openDevices(...userAgents: readonly string[]) {
  const { id } = backend.auth.addPerson(ADA);
  for (const userAgent of userAgents) await backend.auth.openSession(ADA.email, 'aal1', userAgent);
  await visit('/account/security', 'signed-in');
  return id;
}

test('lists this device first, without a button, and the others with their times', async () => {
  await openDevices(WINDOWS, IPHONE);
  const [current, ...others] = within(await list()).getAllByRole('listitem');
  expect(current).toHaveTextContent(/This deviceActive now, logged in \w+ \d+, \d{4}$/);
  expect(within(current ?? document.body).queryByRole('button')).not.toBeInTheDocument();
  expect(others.map(({ textContent }) => textContent).sort()).toEqual([
    expect.stringMatching(/^Chrome on WindowsActive in the last hour, logged in .+Log out$/),
    expect.stringMatching(/^Safari on iOSActive in the last hour, logged in .+Log out$/),
  ]);
  expect(screen.getByRole('button', { name: 'Log out Safari on iOS' })).toHaveAccessibleDescription(/^Active/);
});

const HOUR_MS = 3_600_000;

test.each([
  [0.9, /^Active in the last hour, logged in/],
  [1.1, /^Active 1 hour ago, logged in/],
  [23.9, /^Active 23 hours ago, logged in/],
  [24.1, /^Last active \w+\W\d+,\W\d{4}.*\d:\d+.*, logged in/],
])('says when a device was used %d hours ago', async (hours, text) => {
  const at = new Date(Date.now() - hours * HOUR_MS).toISOString();
  backend.databaseFunction('account_sessions', () => [
    { id: '1', is_current: true, user_agent: null, started_at: at, used_at: at },
    { id: '2', is_current: false, user_agent: WINDOWS, started_at: at, used_at: at },
  ]);
  await visit('/account/security', 'signed-in');
  await list();
  expect(screen.getByRole('button', { name: 'Log out Chrome on Windows' })).toHaveAccessibleDescription(text);
});

test('offers to log out everywhere only while there is another device, also one that is new when the user returns to the tab', async () => {
  await openDevices(WINDOWS);
  await list();
  expect(screen.getByRole('button', { name: 'Log out everywhere' })).toBeVisible();
  await press('Log out Chrome on Windows');
  expect(await screen.findByText('You are logged in on this device only.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Log out everywhere' })).not.toBeInTheDocument();
  await backend.auth.openSession(ADA.email, 'aal1', IPHONE);
  fireEvent(document, new Event('visibilitychange'));
  expect(await screen.findByRole('button', { name: 'Log out everywhere' })).toBeVisible();
});

test('logs out one device, and leaves the others', async () => {
  const id = await openDevices(WINDOWS, IPHONE);
  await list();
  await press('Log out Safari on iOS');
  expect(await screen.findByText('Safari on iOS is logged out.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Devices' })).toHaveFocus();
  expect(within(await list()).getAllByRole('listitem')).toHaveLength(2);
  expect(backend.auth.sessionsOf(id).map(({ userAgent }) => userAgent)).not.toContain(IPHONE);
});

test('a device that is logged out while the list is being read again stays out of it', async () => {
  await openDevices(WINDOWS);
  const now = new Date().toISOString();
  const device = (id: string, userAgent: string | null) => ({ id, is_current: userAgent === null, user_agent: userAgent, started_at: now, used_at: now });
  const own = device('1', null);
  const responses: (() => void)[] = [];
  let rows: readonly object[] = [own, device('2', WINDOWS)];
  backend.databaseFunction('account_sessions', () => {
    const read = rows;
    return new Promise((resolve) => responses.push(() => resolve(read)));
  });
  backend.databaseFunction('account_end_session', () => {
    rows = [own];
    return true;
  });
  fireEvent(document, new Event('visibilitychange'));
  await waitFor(() => expect(responses).toHaveLength(1));
  await press('Log out Chrome on Windows');
  await screen.findByText('Chrome on Windows is logged out.');
  responses[0]?.();
  await waitFor(() => expect(responses).toHaveLength(2));
  responses[1]?.();
  expect(await screen.findByText('You are logged in on this device only.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Log out Chrome on Windows' })).not.toBeInTheDocument();
});

test('says why a device could not be logged out, and keeps it in the list', async () => {
  await openDevices(WINDOWS);
  await list();
  failNext('endSession', { code: 'network' });
  await press('Log out Chrome on Windows');
  expect(await screen.findByRole('alert')).toHaveTextContent(/no connection/);
  await press('Log out Chrome on Windows');
  expect(await screen.findByText('Chrome on Windows is logged out.')).toBeVisible();
});

test('says why the list cannot be loaded, loads it again, and still offers to log out everywhere', async () => {
  backend.auth.addPerson(ADA);
  // Strict mode runs its effects twice, but the second call shares the request of the first.
  failNext('readSessions', { code: 'PGRST202', status: 404 });
  await visit('/account/security', 'signed-in');
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Log out everywhere' })).toBeVisible();
  await press('Try again');
  expect(within(await list()).getAllByRole('listitem')).toHaveLength(1);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('shows the five devices used last, and the others on request', async () => {
  await openDevices(...Array.from({ length: 6 }, () => WINDOWS));
  expect(within(await list()).getAllByRole('listitem')).toHaveLength(5);
  await press('Show all 7 devices');
  await waitFor(async () => expect(within(await list()).getAllByRole('listitem')).toHaveLength(7));
  expect(screen.queryByRole('button', { name: /^Show all/ })).not.toBeInTheDocument();
});
