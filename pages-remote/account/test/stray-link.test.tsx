import { screen } from '@testing-library/react';
import { visit } from './visit.ts';

test.each([
  ['#access_token=abc&refresh_token=def&token_type=bearer&type=recovery', 'Reset your password'],
  ['#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid', 'This link no longer works'],
  ['?code=3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'Confirm your email'],
  ['?error=access_denied&error_code=otp_expired#error=access_denied&error_code=otp_expired', 'This link no longer works'],
])('a stock link that returns to the start page (%s) is led to where it is redeemed or explained', async (rest, heading) => {
  const entries = window.history.length;
  await visit(`/${rest}`);
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
  expect(window.location.href).toBe('http://localhost/auth/confirm');
  expect(window.history).toHaveLength(entries);
});

test.each(['/#contact', '/?code=summer', '/?code=summer-3f2504e0-4f89-41d3-9a0c-0305e82c3301', '/elsewhere?code=3f2504e0-4f89-41d3-9a0c-0305e82c3301', '/elsewhere#access_token=abc'])('leaves %s alone', async (address) => {
  const page = await visit(address);
  expect(screen.getByRole('heading', { name: `Elsewhere: ${address}` })).toBeVisible();
  expect(page.place).toBe(address);
});
