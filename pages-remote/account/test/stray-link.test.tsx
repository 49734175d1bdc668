import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import account from '../src/module.ts';
import { auth, resetAuth } from '../../test/fake-auth.tsx';
import { findPlace, openPage } from '../../test/open-page.tsx';

beforeEach(() => {
  resetAuth();
});

async function start(): Promise<void> {
  await act(async () => {
    await account.start?.({ auth, signal: new AbortController().signal });
  });
}

test.each([
  ['#access_token=abc&refresh_token=def&token_type=bearer&type=recovery', 'Reset your password'],
  ['#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid', 'This link no longer works'],
  ['?code=3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'Confirm your email'],
  ['?error=access_denied&error_code=otp_expired#error=access_denied&error_code=otp_expired', 'This link no longer works'],
])('a stock link that returns to the start page (%s) is led to where it is redeemed or explained', async (rest, heading) => {
  await openPage(account, `/${rest}`);
  const entries = window.history.length;
  await start();
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
  expect(window.location.href).toBe('http://localhost/auth/confirm');
  expect(window.history).toHaveLength(entries);
});

test.each(['/#contact', '/?code=summer', '/?code=summer-3f2504e0-4f89-41d3-9a0c-0305e82c3301', '/elsewhere?code=3f2504e0-4f89-41d3-9a0c-0305e82c3301', '/elsewhere#access_token=abc'])('leaves %s alone', async (address) => {
  await openPage(account, address);
  await start();
  await findPlace(address);
});
