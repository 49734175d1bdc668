import { waitFor } from '@testing-library/react';
import account from '../account/src/module.ts';
import workspace from '../workspace/src/module.ts';
import { auth, resetAuth, signIn } from './fake-auth.tsx';

const loaded: string[] = [];

jest.mock('../account/src/login/login-page.tsx', () => {
  loaded.push('login');
  return { default: () => null };
});
jest.mock('../workspace/src/board/board-page.tsx', () => {
  loaded.push('board');
  return { default: () => null };
});

async function startAll(): Promise<void> {
  const { signal } = new AbortController();
  await account.start?.({ auth, signal });
  await workspace.start?.({ auth, signal });
}

beforeEach(() => {
  resetAuth();
  loaded.length = 0;
  jest.resetModules();
});

test('both modules start with the application', () => {
  expect([account, workspace].map(({ facts, start }) => [facts.start, typeof start])).toEqual([
    ['application', 'function'],
    ['application', 'function'],
  ]);
});

test.each([
  ['the log-in page for visitors who are signed out', false, ['login']],
  ['the workspace for people who are signed in', true, ['board']],
])('has %s at hand', async (_, signedIn, pages) => {
  if (signedIn) signIn();
  await startAll();
  await waitFor(() => {
    expect(loaded).toEqual(pages);
  });
});

test('waits until the browser has loaded what the visitor came for, unless the tab is left', async () => {
  const readyState = jest.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  const listen = jest.spyOn(window, 'addEventListener').mockImplementation(() => undefined);
  const { signal } = new AbortController();
  await account.start?.({ auth, signal });
  expect(loaded).toEqual([]);
  expect(listen).toHaveBeenCalledWith('load', expect.any(Function), { once: true, signal });
  readyState.mockRestore();
  listen.mockRestore();
});
