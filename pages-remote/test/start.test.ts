import { waitFor } from '@testing-library/react';
import { auth } from 'auth/auth';
import { renderPage } from '@atrium/page-kit/testing';
import account from '../account/src/module.ts';
import workspace from '../workspace/src/module.ts';

const loaded: string[] = [];

jest.mock('../account/src/sign-in/login-page.tsx', () => {
  loaded.push('login');
  return { default: () => null };
});
jest.mock('../workspace/src/features/boards/boards-page.tsx', () => {
  loaded.push('boards');
  return { default: () => null };
});

beforeEach(() => {
  loaded.length = 0;
  jest.resetModules();
});

test('both modules start with the application', () => {
  expect([account, workspace].map(({ manifest, start }) => [manifest.start, typeof start])).toEqual([
    ['application', 'function'],
    ['application', 'function'],
  ]);
});

test.each([
  ['the log-in page for signed-out visitors', 'signed-out', ['login']],
  ['the boards for signed-in users', 'signed-in', ['boards']],
] as const)('prefetches %s', async (_, state, pages) => {
  await renderPage(account, { at: '/', auth: state });
  await renderPage(workspace, { at: '/', auth: state });
  await waitFor(() => {
    expect(loaded).toEqual(pages);
  });
});

test('waits with prefetching until the browser has loaded the current page, and stops when aborted', async () => {
  const readyState = jest.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  await renderPage(workspace, { at: '/', auth: 'signed-out' });
  const [left, stayed] = [new AbortController(), new AbortController()];
  await account.start?.({ auth, signal: left.signal });
  left.abort();
  dispatchEvent(new Event('load'));
  await account.start?.({ auth, signal: stayed.signal });
  // A page that was requested earlier would be loaded already.
  await import('../account/src/visitor/next-path.ts');
  expect(loaded).toEqual([]);
  dispatchEvent(new Event('load'));
  await waitFor(() => {
    expect(loaded).toEqual(['login']);
  });
  readyState.mockRestore();
});
