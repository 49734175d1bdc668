import '@testing-library/jest-dom';
import { createClient, type User } from '@supabase/supabase-js';
import { dismissToast, shownToasts } from '@atrium/page-kit/site';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LIVE, renderHome, ScreenDouble, type ExtendingModule } from '../extensions/render-slot.tsx';
import { ada } from '../sign-in-double.tsx';

const { fetch: fetchBefore } = globalThis;

let display: ScreenDouble;

beforeEach(() => {
  window.scrollTo = () => undefined;
  display = new ScreenDouble();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  for (const { id } of shownToasts()) dismissToast(id);
  jest.restoreAllMocks();
  globalThis.fetch = fetchBefore;
  // As another tab would, so that this one reads the storage again.
  localStorage.clear();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
});

const SIGNED_IN = { currentLevel: 'aal1', nextLevel: 'aal1' } as const;
const card = (order: number) => ({ slot: 'site.home', order });

/** Three modules with a card each. */
const MODULES: Readonly<Record<string, ExtendingModule>> = Object.fromEntries(
  ['orders', 'news', 'team'].map((name, order) => [name, { [LIVE]: { extensions: { card: { ...card(order), title: { en: `The ${name}` } } }, components: { card: () => <p>Card of {name}</p> } } }]),
);

/** Opens the home page of a user with this metadata. Saving it fails while `isOffline` is set. */
async function openHome({ metadata = {}, modules = MODULES, id = ada.id }: { readonly metadata?: object; readonly modules?: typeof MODULES; readonly id?: string } = {}) {
  const service = { isOffline: false, saved: [] as unknown[], connected: Promise.resolve() };
  const client = createClient('http://localhost:54321', 'key', { auth: { autoRefreshToken: false, persistSession: false } });
  const user: User = { ...ada, id, user_metadata: { name: 'Ada Lovelace', ...metadata } };
  const site = await renderHome(modules, { address: '/', auth: { user, assurance: SIGNED_IN }, getSupabase: () => service.connected.then(() => client) });
  jest.spyOn(client.auth, 'updateUser').mockImplementation(({ data = {} }) => {
    if (service.isOffline) return Promise.reject(new TypeError('Failed to fetch'));
    service.saved.push(data);
    const updated: User = { ...user, user_metadata: { ...user.user_metadata, ...data } };
    act(() => site.set({ user: updated }));
    return Promise.resolve({ data: { user: updated }, error: null });
  });
  return { ...site, service };
}

const shownCards = () => screen.queryAllByText(/^Card of/).map(({ textContent }) => textContent);

async function customize() {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit cards' }));
}

const row = (name: string) => within(screen.getByRole('group', { name }));

test('shows the date of the next day after midnight', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setTimeout', 'performance'], now: new Date(2026, 2, 30, 23, 59) });
  try {
    await openHome();
    expect(await screen.findByText('Monday, March 30')).toBeVisible();
    act(() => void jest.advanceTimersByTime(60_000));
    expect(screen.getByText('Tuesday, March 31')).toBeVisible();
  } finally {
    jest.useRealTimers();
  }
});

test('shows a greeting and the cards of all modules, in their order', async () => {
  await openHome();
  expect(screen.getByRole('heading', { level: 1, name: 'Good to see you, Ada' })).toBeVisible();
  await waitFor(() => expect(shownCards()).toEqual(['Card of orders', 'Card of news', 'Card of team']));
});

test('visitors see the start page, and load neither cards nor contributions', async () => {
  const { requests } = await renderHome(MODULES, { address: '/' });
  expect(screen.getByRole('heading', { level: 1, name: 'Shared boards for notes that matter' })).toBeVisible();
  expect(requests).not.toContain('/__atrium/contributions');
});

test('hides a card, and stores the choice in the account', async () => {
  const { service } = await openHome();
  await customize();
  const toggle = row('The news').getByRole('switch', { name: 'Show' });
  expect(toggle).toBeChecked();
  await userEvent.click(toggle);
  expect(shownCards()).toEqual(['Card of orders', 'Card of team']);
  await waitFor(() => expect(service.saved).toEqual([{ home_cards: { order: [], hidden: ['news.card'] } }]));
  expect(toggle).not.toBeChecked();
  expect(localStorage.getItem('atrium-home')).toBeNull();
});

test('applies the stored choice of the account', async () => {
  await openHome({ metadata: { home_cards: { order: ['team.card', 'news.card'], hidden: ['news.card'] } } });
  await waitFor(() => expect(shownCards()).toEqual(['Card of team', 'Card of orders']));
});

test.each<[string, unknown]>([
  ['a text', 'team.card'],
  ['lists of numbers', { order: [1], hidden: [2, 3] }],
  ['names of cards that the site does not have', { order: ['gone.card'], hidden: ['gone.card'] }],
])('shows all cards if the stored choice is %s', async (_what, stored) => {
  await openHome({ metadata: { home_cards: stored } });
  await waitFor(() => expect(shownCards()).toHaveLength(3));
});

test('moves a card by keyboard, announces its position and keeps the focus', async () => {
  const { service } = await openHome();
  await customize();
  expect(screen.getByRole('heading', { name: 'Edit cards' })).toHaveFocus();
  row('The team').getByRole('button', { name: 'Move up' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(shownCards()).toEqual(['Card of orders', 'Card of team', 'Card of news']);
  expect(screen.getByText('The team: position 2 of 3')).toHaveAttribute('role', 'status');
  await userEvent.keyboard('{Enter}');
  expect(shownCards()).toEqual(['Card of team', 'Card of orders', 'Card of news']);
  expect(row('The team').getByRole('button', { name: 'Move up' })).toHaveFocus();
  expect(row('The team').getByRole('button', { name: 'Move up' })).toHaveAttribute('aria-disabled', 'true');
  await waitFor(() => expect(service.saved.at(-1)).toEqual({ home_cards: { order: ['team.card', 'orders.card', 'news.card'], hidden: [] } }));
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('heading', { name: 'Edit cards' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Edit cards' })).toHaveFocus();
});

test('shows cards with a width beside the others, and moves them among themselves and their column', async () => {
  const narrow = { slot: 'site.home', size: { height: 160, width: 336 } };
  const { service } = await openHome({
    modules: {
      ...MODULES,
      account: { [LIVE]: { extensions: { card: { ...narrow, order: 0, title: { en: 'The account' } } }, components: { card: () => <p>Card of account</p> } } },
      tips: { [LIVE]: { extensions: { card: { ...narrow, order: 1, title: { en: 'The tips' } } }, components: { card: () => <p>Card of tips</p> } } },
    },
    metadata: { home_cards: { order: ['team.card', 'account.card'], hidden: [] } },
  });
  await waitFor(() => expect(shownCards()).toEqual(['Card of team', 'Card of orders', 'Card of news', 'Card of account', 'Card of tips']));
  await customize();
  await userEvent.click(row('The tips').getByRole('button', { name: 'Move up' }));
  expect(shownCards()).toEqual(['Card of team', 'Card of orders', 'Card of news', 'Card of tips', 'Card of account']);
  expect(screen.getByText('The tips: position 4 of 5')).toHaveAttribute('role', 'status');
  await userEvent.click(row('The tips').getByRole('button', { name: 'Move up' }));
  expect(shownCards()).toEqual(['Card of tips', 'Card of account', 'Card of team', 'Card of orders', 'Card of news']);
  expect(screen.getByText('The tips: position 1 of 5')).toHaveAttribute('role', 'status');
  await waitFor(() => expect(service.saved.at(-1)).toEqual({ home_cards: { order: ['tips.card', 'account.card', 'team.card', 'orders.card', 'news.card'], hidden: [] } }));
});

test.each([
  ['Ada Lovelace', 'Ada'],
  ['Jean-Luc Picard', 'Jean-Luc'],
  ['Dr. Ada Lovelace', 'Dr. Ada Lovelace'],
  ['Lovelace, Ada', 'Lovelace, Ada'],
  ['عبد الرحمن علي', 'عبد الرحمن علي'],
])('greets %s as %s', async (name, greeted) => {
  await openHome({ metadata: { name } });
  expect(screen.getByRole('heading', { level: 1, name: `Good to see you, ${greeted}` })).toBeVisible();
});

test('resets the choice', async () => {
  const { service } = await openHome({ metadata: { home_cards: { order: ['team.card'], hidden: ['news.card'] } } });
  await customize();
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(shownCards()).toEqual(['Card of orders', 'Card of news', 'Card of team']);
  await waitFor(() => expect(service.saved).toEqual([{ home_cards: null }]));
});

test('offers to show all cards when the user has hidden them', async () => {
  await openHome({ metadata: { home_cards: { order: [], hidden: ['orders.card', 'news.card', 'team.card'] } } });
  expect(await screen.findByText('You have hidden all cards.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show all cards' }));
  await waitFor(() => expect(shownCards()).toHaveLength(3));
});

test('links to the pages of the menu when no module has a card', async () => {
  await openHome({ modules: { orders: { [LIVE]: {} } } });
  expect(await screen.findByText(/^There are no cards for you yet/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Edit cards' })).not.toBeInTheDocument();
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Menu orders' })).toHaveAttribute('href', '/orders');
});

test('keeps a choice that cannot be saved in this browser, and saves it when the connection is back', async () => {
  const { service } = await openHome();
  service.isOffline = true;
  await customize();
  await userEvent.click(row('The news').getByRole('switch', { name: 'Show' }));
  expect(await screen.findByText(/^This change is stored only on this device/)).toBeVisible();
  expect(shownCards()).toEqual(['Card of orders', 'Card of team']);
  service.isOffline = false;
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(service.saved).toEqual([{ home_cards: { order: [], hidden: ['news.card'] } }]));
});

test('says once that several quick choices could not be saved', async () => {
  const { service } = await openHome();
  service.isOffline = true;
  await customize();
  for (const name of ['The news', 'The team']) fireEvent.click(row(name).getByRole('switch'));
  await screen.findAllByText(/^This change is stored only on this device/);
  expect(shownToasts().filter(({ text }) => text.startsWith('This change is stored only'))).toHaveLength(1);
});

test('saves the last of several quick choices', async () => {
  const { service } = await openHome();
  await customize();
  for (const name of ['The news', 'The team']) fireEvent.click(row(name).getByRole('switch'));
  await waitFor(() => expect(service.saved.at(-1)).toEqual({ home_cards: { order: [], hidden: ['news.card', 'team.card'] } }));
  expect(localStorage.getItem('atrium-home')).toBeNull();
});

test('ignores the unsaved choice of another user of the browser', async () => {
  localStorage.setItem('atrium-home', JSON.stringify({ person: 'someone-else', choice: { order: [], hidden: ['news.card'] } }));
  const { service } = await openHome();
  await waitFor(() => expect(shownCards()).toHaveLength(3));
  expect(service.saved).toEqual([]);
});

test('does not save a choice in the account of a user who logs in meanwhile', async () => {
  const { service, set } = await openHome();
  let connect = (): void => undefined;
  service.connected = new Promise((resolve) => (connect = resolve));
  await customize();
  fireEvent.click(row('The news').getByRole('switch'));
  act(() => set({ user: { ...ada, id: 'another-user' } }));
  connect();
  await act(() => service.connected);
  expect(service.saved).toEqual([]);
});

test('follows a choice in another tab', async () => {
  await openHome();
  await waitFor(() => expect(shownCards()).toHaveLength(3));
  localStorage.setItem('atrium-home', JSON.stringify({ person: ada.id, choice: { order: [], hidden: ['news.card'] } }));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'atrium-home' })));
  await waitFor(() => expect(shownCards()).toEqual(['Card of orders', 'Card of team']));
});

/** Modules that record which of their cards the tab has loaded. */
function recordingModules() {
  const loaded: string[] = [];
  const modules: typeof MODULES = Object.fromEntries(['orders', 'news', 'team'].map((name, order) => {
    const components = {
      get card() {
        loaded.push(name);
        return () => <p>Card of {name}</p>;
      },
    };
    return [name, { [LIVE]: { extensions: { card: card(order) }, components } }];
  }));
  return { loaded, modules };
}

test('loads the list of cards while a stored session is checked, and the first card as soon as the user is known', async () => {
  display.isNear = false;
  const { loaded, modules } = recordingModules();
  const { requests, set } = await renderHome(modules, { address: '/', auth: { status: 'starting' } });
  await waitFor(() => expect(requests).toContain('/__atrium/contributions'));
  expect(loaded).toEqual([]);
  act(() => set({ user: ada, status: 'ready', assurance: SIGNED_IN }));
  await waitFor(() => expect(loaded).toEqual(['orders']));
});

test('loads the user’s first card before its box is near the screen, and no other', async () => {
  display.isNear = false;
  const { loaded, modules } = recordingModules();
  await openHome({ modules, metadata: { home_cards: { order: ['orders.card', 'team.card'], hidden: ['orders.card'] } } });
  await screen.findByRole('button', { name: 'Edit cards' });
  expect(loaded).toEqual(['team']);
  expect(shownCards()).toEqual([]);
});

test('offers to try again when the cards cannot be loaded', async () => {
  let listing: 'responds' | 'fails' = 'fails';
  await renderHome(MODULES, { address: '/', auth: { user: ada, assurance: SIGNED_IN }, listing: () => listing });
  expect(await screen.findByText('The cards could not be loaded.')).toBeVisible();
  listing = 'responds';
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(shownCards()).toHaveLength(3));
  expect(screen.queryByText('The cards could not be loaded.')).not.toBeInTheDocument();
});

test('a card that fails leaves the others alone', async () => {
  const failing = { [LIVE]: { extensions: { card: card(0) }, components: { card: () => { throw new Error('boom'); } } } };
  await openHome({ modules: { ...MODULES, bad: failing } });
  expect(await screen.findByText('The card did not load')).toBeVisible();
  expect(shownCards()).toEqual(['Card of orders', 'Card of news', 'Card of team']);
});
