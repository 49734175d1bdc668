import '@testing-library/jest-dom';
import { RECENT_MINUTES } from '@atrium/releases/health';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RemoteTable } from '../../src/platform/remote-table.tsx';
import { ada } from '../sign-in-double.tsx';
import { broadcastReleaseChange, ids, openPlatformPage, remoteOf, ServerDouble, stateOf } from './platform-double.tsx';

let server: ServerDouble;

beforeEach(() => {
  server = new ServerDouble();
});

afterEach(() => {
  jest.useRealTimers();
});

function reported(name: string, release: string, failed: number, shown: number) {
  const count = { shown, failed, errors: 0 };
  return { name, release, recent: count, all: count };
}

/** What the table shows of a release's id. */
const start = (id: string) => id.slice(0, 8);

async function remotes(): Promise<HTMLElement[]> {
  const region = await screen.findByRole('tabpanel', { name: 'What is live' });
  return within(region).getAllByRole('heading', { level: 3 });
}

test('shows each remote with its releases, its canary and its problems', async () => {
  const canary = { release: ids.canary, percent: 5 };
  server.state = stateOf([remoteOf('orders', { canary, quarantined: [ids.bad] })], {
    health: [{ ...reported('orders', ids.canary, 3, 117), load: 4600 }, { ...reported('orders', ids.live, 1, 1999), load: 1240, input: 80 }],
    problems: [{ remote: 'orders', release: ids.canary, problem: 'it is not in the store', canary: true }],
  });
  await openPlatformPage();
  const region = await screen.findByRole('tabpanel', { name: 'What is live' });
  const row = within(region).getByRole('row', { name: /^The orders/ });
  const canaryRow = within(region).getByRole('row', { name: /^Canary.* 5%/ });
  const textsOf = (one: HTMLElement) => within(one).getAllByRole('cell').map(({ textContent }) => textContent);
  expect(within(region).getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Module', 'Release', 'Visitors', 'Failures, 10 min', 'Load · INP', 'Live since', 'Team', 'Actions',
  ]);
  expect(within(row).getByRole('rowheader')).toHaveTextContent('ordersCannot be used');
  expect(textsOf(row).slice(0, 4)).toEqual([start(ids.live), 'Live95%', '1 of 2,000', '1.2s · 80ms']);
  expect(textsOf(row)[5]).toBe('team orders');
  expect(textsOf(canaryRow)).toEqual([start(ids.canary), '5%', '3 of 120', '4.6s · –']);
  expect(within(canaryRow).getByText('4.6s')).toHaveClass('platform-bad');
  expect(region).toHaveTextContent('1 release in quarantine');
  expect(region).toHaveTextContent(`Failures, ${RECENT_MINUTES} min`);
  expect(within(region).getByRole('alert')).toHaveTextContent(/^Canary .*: .*it is not in the store/);
  expect(within(region).getByRole('button', { name: start(ids.live) })).toHaveAttribute('title', ids.live);
  expect(server.requested.find(({ path }) => path.endsWith('/state'))).toBeDefined();
});

test('translates the known problems of releases, and shows others in the words of the server', async () => {
  const problem = { remote: 'orders', problem: 'words of the server' };
  server.state = stateOf([remoteOf('orders')], {
    problems: [{ ...problem, release: ids.live, code: 'missing' }, { ...problem, release: ids.canary, code: 'newer' }, { ...problem, release: ids.bad }],
  });
  await openPlatformPage();
  expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
    `Release \u2068${ids.live}\u2069: its manifest is not in the store.`,
    `Release \u2068${ids.canary}\u2069: \u2068words of the server\u2069.`,
    `Release \u2068${ids.bad}\u2069: \u2068words of the server\u2069.`,
  ]);
});

test('shows all that is known of a remote as its details', async () => {
  server.state = stateOf([remoteOf('orders', { canary: { release: ids.canary, percent: 5 }, quarantined: [ids.bad] }), remoteOf('sales')], {
    health: [{ ...reported('orders', ids.canary, 3, 117), load: 1240, input: 80 }],
    waiting: [{ module: 'orders', extension: 'card', slot: 'home.cards', slotVersion: '1.0', offered: null }],
  });
  await openPlatformPage();
  await userEvent.click(await screen.findByRole('button', { name: 'The orders' }));
  const dialog = await screen.findByRole('dialog', { name: 'The orders' });
  for (const text of ['orders\u2069 · \u2068Page module\u2069 · \u2068team orders', 'since Nov 20, 2026', 'Canary, 5%', 'Failures, 10 min3 of 120', 'Load1.2s', 'INP80ms', ids.bad, 'is waiting for slot home.cards 1.0']) {
    expect(dialog).toHaveTextContent(text);
  }
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'The orders' })).toHaveFocus());
});

test('shows the latest moves below the live releases, and leads to all', async () => {
  server.state = stateOf([remoteOf('orders')]);
  server.log = Array.from({ length: 6 }, (_, index) => ({
    revision: 7 - index, action: 'publish', name: 'orders', release: ids.live, replaced: ids.previous, when: new Date().toISOString(),
    who: 'grace@example.com', why: `reason ${index}`, team: null, canary: null, quarantined: null, overridden: [],
  }));
  await openPlatformPage();
  await screen.findByText('reason 0');
  expect(screen.getAllByText(/^reason/)).toHaveLength(5);
  expect(screen.getAllByText('now')).toHaveLength(5);
  await userEvent.click(screen.getByRole('button', { name: 'View history' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'History' })).toHaveFocus());
  expect(await screen.findByText('reason 5')).toBeVisible();
});

test('shows which extensions of a remote wait, and for what', async () => {
  const waiting = { module: 'orders', slotVersion: '1.0', offered: null };
  server.state = stateOf([remoteOf('orders'), remoteOf('sales')], {
    waiting: [{ ...waiting, extension: 'card', slot: 'home.cards' }, { ...waiting, extension: 'plan', slot: 'account.sections', slotVersion: '2.0', offered: '1.4' }],
  });
  await openPlatformPage();
  const region = await screen.findByRole('tabpanel', { name: 'What is live' });
  expect(within(region).getAllByText(/is waiting/).map(({ textContent }) => textContent)).toEqual([
    'The extension card is waiting for slot home.cards 1.0',
    'The extension plan is waiting for slot account.sections 2.0; the site has 1.4',
  ]);
});

test('shows no time since when a retired module is live', async () => {
  server.state = stateOf([remoteOf('gone', { live: null, since: '2026-11-20T10:00:00.000Z' })]);
  await openPlatformPage();
  const region = await screen.findByRole('tabpanel', { name: 'What is live' });
  expect(within(region).getByRole('row', { name: /^The gone/ }).querySelector('[data-column="since"]')).toHaveTextContent(/^–$/);
});

test('sorts remotes: problems first, then shell and sign-in, then names, retired ones last', async () => {
  server.state = stateOf(
    [
      remoteOf('alpha'), remoteOf('gone', { live: null }), remoteOf('zeta'), remoteOf('tried', { canary: { release: ids.canary, percent: 1 } }),
      remoteOf('auth', { kind: 'auth-remote', title: null }), remoteOf('shell', { kind: 'shell', title: null }), remoteOf('sick'),
    ],
    { health: [reported('zeta', ids.live, 3, 10), reported('alpha', ids.live, 2, 10)], problems: [{ remote: 'sick', release: ids.live, problem: 'damaged' }] },
  );
  await openPlatformPage();
  expect((await remotes()).map(({ textContent }) => textContent)).toEqual(['The sick', 'The zeta', 'The tried', 'Shell', 'Sign-in', 'The alpha', 'The gone']);
});

test('searches modules by name, title and owner', async () => {
  const alike = Array.from({ length: 19 }, (_, number) => remoteOf(`module-${number}`));
  const state = stateOf([...alike, remoteOf('stock', { title: { en: 'Warehouse' }, owner: 'Logistics' })]);
  const { container } = render(<RemoteTable state={state} onDetails={() => undefined} onMove={() => undefined} onHistory={() => undefined} />);
  const field = screen.getByRole('searchbox');
  const count = () => container.querySelectorAll('tbody').length;
  expect(count()).toBe(20);
  for (const [text, found] of [['Module-1', 10], ['stock', 1], ['warehouse', 1], ['logistics', 1]] as const) {
    fireEvent.change(field, { target: { value: text } });
    expect(await screen.findByText(`${found} of 20 modules`)).toBeVisible();
    expect(count()).toBe(found);
  }
  fireEvent.change(field, { target: { value: 'module-1x' } });
  expect(await screen.findByText(/No module has this/)).toBeVisible();
});

test.each<[string, number, ...(string | RegExp)[]]>([
  ['no-platform-team', 403, /PLATFORM_TEAM/],
  ['not-platform-team', 403, /for the platform team/, 'Your user ID', ada.id],
  ['address-unproven', 403, /nothing shows that you confirmed it by email/],
  ['second-factor-needed', 403, 'Second factor first'],
  ['store-unavailable', 503, /store is unreachable/],
])('explains %s, and shows no releases', async (code, status, ...texts) => {
  server.state = { status, code };
  await openPlatformPage();
  for (const text of texts) expect(await screen.findByText(text)).toBeVisible();
  expect(within(screen.getByRole('main')).queryByRole('tabpanel')).toBeNull();
});

test('users who are not members can copy their user id, and go home', async () => {
  server.state = { status: 403, code: 'not-platform-team' };
  const user = userEvent.setup();
  await openPlatformPage();
  expect(await screen.findByRole('heading', { level: 1, name: 'You cannot see this page' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Copy the ID' }));
  expect(await navigator.clipboard.readText()).toBe(ada.id);
  expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
});

test('shows the page after a retry', async () => {
  await openPlatformPage();
  expect(await screen.findByText(/did not respond/)).toBeVisible();
  server.state = stateOf([remoteOf('orders')]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await remotes()).toHaveLength(1);
});

test('loads the history again after a failed request', async () => {
  server.state = stateOf([remoteOf('orders')]);
  await openPlatformPage();
  await remotes();
  server.isLogAvailable = false;
  await userEvent.click(screen.getByRole('tab', { name: 'History' }));
  expect(await screen.findByText(/did not respond/)).toBeVisible();
  server.isLogAvailable = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^No release has been moved/)).toBeVisible();
});

/** Broadcasts a release change when the page may request the state again, which it does at most every three seconds. */
async function broadcastAfterPause(): Promise<void> {
  act(() => void jest.advanceTimersByTime(3_000));
  await broadcastReleaseChange();
  // Less than any timer of the page, so that only the broadcast can have changed it.
  await act(() => jest.advanceTimersByTimeAsync(10));
}

test('shows changes immediately, and keeps the last state with its time while the server is unreachable', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  server.state = stateOf([remoteOf('orders')]);
  await openPlatformPage();
  await remotes();
  server.state = stateOf([remoteOf('orders', { live: null })], { revision: 8 });
  await broadcastAfterPause();
  expect(screen.getByText(/^Revision 8/)).toBeVisible();
  server.state = null;
  await broadcastAfterPause();
  expect(screen.getByText(/This state is as of/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'The orders' })).toBeVisible();
  server.state = { status: 403, code: 'not-platform-team' };
  await broadcastAfterPause();
  expect(screen.getByText(/for the platform team/)).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'The orders' })).toBeNull();
});

test('shows what each team may release, and which tokens have expired or expire soon', async () => {
  const day = 24 * 3_600_000;
  const token = (id: string, days: number | null) => ({ id, created: '2026-01-01T00:00:00Z', expires: days === null ? null : new Date(Date.now() + days * day).toISOString() });
  server.state = stateOf([], {
    teams: [
      { team: 'platform', remotes: ['*'], tokens: [token('aaaaaaaa', null), token('bbbbbbbb', 60)] },
      { team: 'orders', remotes: ['orders', 'sales'], tokens: [token('cccccccc', 3), token('dddddddd', -1)] },
    ],
  });
  await openPlatformPage();
  await userEvent.click(await screen.findByRole('tab', { name: 'Teams and tokens' }));
  const region = screen.getByRole('tabpanel', { name: 'Teams and tokens' });
  expect(region).toHaveTextContent('May release everything');
  expect(region).toHaveTextContent('May release orders, sales');
  const items = within(region).getAllByText(/^Token \w{8},/);
  expect(items.map(({ textContent }) => /Expire[sd].*$/.exec(textContent)?.[0] ?? '')).toEqual(['', '', 'Expires soon', 'Expired']);
});

test("shows the history with who, when, why and overridden findings, older entries, and one remote's entries", async () => {
  const entry = (revision: number) => ({
    revision, action: 'rollback', name: 'orders', release: ids.previous, replaced: ids.live, when: '2026-11-20T10:00:00.000Z',
    who: 'grace@example.com', why: `reason ${revision}`, team: revision === 40 ? 'orders-team' : null, canary: null, quarantined: null,
    overridden: revision === 40 ? ['it is too large'] : [],
  });
  server.state = stateOf([remoteOf('orders')], { revision: 40 });
  server.log = Array.from({ length: 20 }, (_, index) => entry(40 - index));
  await openPlatformPage();
  await userEvent.click(await screen.findByRole('tab', { name: 'History' }));
  const region = screen.getByRole('tabpanel', { name: 'History' });
  expect(await within(region).findAllByRole('listitem')).toHaveLength(20);
  expect(region).toHaveTextContent('grace@example.com, with a token of team orders-team');
  expect(region).toHaveTextContent('Overridden: it is too large');
  server.log = [entry(20)];
  await userEvent.click(within(region).getByRole('button', { name: 'Show older' }));
  expect(await within(region).findByText('reason 20')).toBeVisible();
  expect(server.requested.at(-1)?.path).toBe('/__atrium/releases/log?limit=20&before=21');
  expect(within(region).getByRole('button', { name: 'There are no older changes.' })).toHaveAttribute('aria-disabled', 'true');
  const remote = within(region).getByRole('combobox', { name: 'Module' });
  expect(remote).toHaveAttribute('placeholder', 'All modules');
  await userEvent.type(remote, 'ord');
  await userEvent.click(await screen.findByRole('option', { name: 'The orders (orders)' }));
  await waitFor(() => expect(server.requested.at(-1)?.path).toBe('/__atrium/releases/log?limit=20&name=orders'));
  await userEvent.click(within(region).getByRole('button', { name: 'Clear selection' }));
  await waitFor(() => expect(server.requested.at(-1)?.path).toBe('/__atrium/releases/log?limit=20'));
});

test("opens a remote's history and focuses it", async () => {
  server.state = stateOf([remoteOf('orders')]);
  await openPlatformPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Actions: The orders' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'History' }));
  expect(await screen.findByRole('tab', { name: 'History', selected: true })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'History' })).toHaveFocus());
  expect(screen.getByRole('combobox', { name: 'Module' })).toHaveValue('The orders (orders)');
});
