import '@testing-library/jest-dom';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { RemoteUnavailableError } from '../../src/runtime/site-source.ts';
import { LIVE, PREVIOUS, ScreenDouble } from '../extensions/render-slot.tsx';
import { ada } from '../sign-in-double.tsx';
import { inspect, openRow, openSite, ORDERS, recordFiles, type LoadedFile } from './open-inspector.tsx';

const { fetch: fetchBefore } = globalThis;
let files: readonly LoadedFile[];

beforeEach(() => {
  window.scrollTo = () => undefined;
  new ScreenDouble();
  files = [];
  recordFiles(() => files);
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(() => {
  sessionStorage.clear();
  jest.restoreAllMocks();
  globalThis.fetch = fetchBefore;
});

/** The rows as users read them. */
function rows(): string[] {
  return within(screen.getByRole('complementary', { name: 'Inspector' })).getAllByRole('button', { expanded: false }).map(({ textContent }) => textContent);
}

test('lists the page, its extensions, the sign-in and the shell, with owner, release and load time', async () => {
  await openSite();
  await screen.findByText('Three orders');
  const file = (name: string, startTime: number, responseEnd: number, transferSize = 0) => ({ name: `http://localhost/releases/home/${LIVE}/${name}`, startTime, responseEnd, encodedBodySize: 30_500, transferSize });
  files = [file('page.js', 10, 60), file('entry.js', 0, 40), file('page.css', 100, 124, 30_800), file('picture.png', 0, 900)];
  await inspect();
  expect(rows()).toEqual([
    expect.stringMatching(/^The homehome · \/homeaaaabbbb84 ms00 errors$/),
    expect.stringMatching(/^The countorders · Team ordersaaaabbbb\d+ ms00 errors$/),
    expect.stringMatching(/^Frame of the siteshell2222\d*–00 errors$/),
  ]);
  await openRow(/The home/);
  expect(screen.getByText('3 files, 92 kB')).toBeVisible();
  expect(screen.getByText(LIVE)).toBeVisible();
  files = [file('page.js', 10, 60)];
  await userEvent.hover(screen.getByRole('button', { name: /The count/ }));
  expect(screen.getByText('1 file, 31 kB, from the cache')).toBeVisible();
});

test('takes the focus, and returns it when Escape closes it', async () => {
  await openSite();
  const button = screen.getByRole('button', { name: 'Count' });
  button.focus();
  const panel = await inspect();
  expect(within(panel).getByRole('heading', { name: 'Inspector' })).toHaveFocus();
  button.focus();
  await inspect();
  expect(within(panel).getByRole('heading', { name: 'Inspector' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(panel).not.toBeInTheDocument();
  expect(button).toHaveFocus();
});

test('leaves no trace for the next document when "back" brings its page back', async () => {
  await openSite();
  await inspect();
  window.dispatchEvent(new Event('pagehide'));
  expect(sessionStorage).toHaveLength(1);
  window.dispatchEvent(new Event('pageshow'));
  expect(sessionStorage).toHaveLength(0);
});

test('follows navigation and extensions that appear later', async () => {
  const { publish } = await openSite({ ...ORDERS, news: { [LIVE]: {}, [PREVIOUS]: { components: { latest: () => <p>News</p> } } } });
  await screen.findByText('Three orders');
  await inspect();
  expect(rows()).toHaveLength(3);
  await publish('news', PREVIOUS);
  await waitFor(() => expect(rows()[1]).toMatch(/^The latestnews · home\.cardsbbbbcccc/));
  window.history.pushState(null, '', '/orders');
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  await waitFor(() => expect(rows().map((row) => row.slice(0, 15))).toEqual(['The ordersorder', 'Frame of the si']));
});

test('shows the releases of the next page when the details stay open', async () => {
  await openSite();
  await screen.findByText('Three orders');
  await inspect();
  await openRow(/The home/);
  // The registry of this site does not know the page's module.
  expect(await screen.findByText(/did not respond/)).toBeVisible();
  window.history.pushState(null, '', '/orders');
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  expect(await screen.findByRole('radio', { name: /Canary/ })).toBeVisible();
  expect(screen.queryByText(/did not respond/)).toBeNull();
});

test('counts the failures of a part, keeps the latest 20, and shows their causes', async () => {
  const Broken = () => {
    const [isBroken, setBroken] = useState(false);
    if (isBroken) throw new Error('boom');
    return <button onClick={() => setBroken(true)} type="button">Break</button>;
  };
  const { openTab } = await openSite({ orders: { [LIVE]: { components: { count: Broken } } } });
  await userEvent.click(await screen.findByRole('button', { name: 'Break' }));
  await inspect();
  await openRow(/The count.*1 error/);
  expect(screen.getByText('It ran into an error. Error: boom')).toBeVisible();
  expect(screen.getByText(/^In use · /)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /The count/ }));
  act(() => {
    for (let count = 1; count <= 25; count += 1) openTab.partFailed(new RemoteUnavailableError('home', LIVE, `Failure ${count}`), 'use');
  });
  await openRow(/The home.*25 errors/);
  expect(screen.getByText('The latest 20 of 25')).toBeVisible();
  expect(screen.getByText('Failure 25')).toBeVisible();
  expect(screen.queryByText('Failure 5')).toBeNull();
});

test('outlines the part that the user points at, or all of them', async () => {
  await openSite();
  const content = (await screen.findByText('Three orders')).closest('[data-atrium-module]');
  jest.spyOn(content ?? document.body, 'getBoundingClientRect').mockReturnValue({ left: 40, top: 100, bottom: 180, width: 300 } as DOMRect);
  await inspect();
  const outlines = () => [...document.querySelectorAll<HTMLElement>('.inspector-outline')];
  expect(outlines()).toEqual([]);
  await userEvent.hover(screen.getByRole('button', { name: /The count/ }));
  expect(outlines().map(({ textContent, style }) => [textContent, style.translate, style.inlineSize, style.blockSize])).toEqual([['The count aaaabbbb', '40px 100px', '300px', '80px']]);
  await userEvent.unhover(screen.getByRole('button', { name: /The count/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Outline all parts' }));
  expect(outlines()).toHaveLength(3);
});

describe('without permission', () => {
  const hasCommand = async () => {
    await userEvent.keyboard('{Control>}k{/Control}');
    await screen.findByRole('option', { name: /Menu orders/ });
    await act(() => Promise.resolve());
    return screen.queryByRole('option', { name: 'Inspect this page' }) !== null;
  };

  test('a user whom the server does not know as a member has no command', async () => {
    const { server } = await openSite(ORDERS, { responses: { member: [200, { isMember: false }] } });
    expect(await hasCommand()).toBe(false);
    expect(server.requested).toEqual(['GET /__atrium/releases/member']);
  });

  test('a user without a second factor has no command, and the server is not asked', async () => {
    const { server } = await openSite(ORDERS, { auth: { user: ada, assurance: { currentLevel: 'aal1', nextLevel: 'aal1' } } });
    expect(await hasCommand()).toBe(false);
    expect(server.requested).toEqual([]);
  });

  test('a response for a user who has left offers nothing', async () => {
    const { set } = await openSite();
    const site = globalThis.fetch;
    let respond: () => Promise<void> = () => Promise.resolve();
    globalThis.fetch = (input, init) =>
      input === '/__atrium/releases/member' ? new Promise((resolve) => (respond = async () => resolve(await site(input, init)))) : site(input, init);
    await userEvent.keyboard('{Control>}k{/Control}');
    await screen.findByRole('option', { name: /Menu orders/ });
    act(() => set({ user: null, assurance: { currentLevel: null, nextLevel: null } }));
    await act(() => respond());
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(screen.queryByRole('option', { name: 'Inspect this page' })).toBeNull();
  });

  test('closes when the member logs out', async () => {
    const { set } = await openSite();
    const panel = await inspect();
    act(() => set({ user: null, assurance: { currentLevel: null, nextLevel: null } }));
    await waitFor(() => expect(panel).not.toBeInTheDocument());
  });
});
