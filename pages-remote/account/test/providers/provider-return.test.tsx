import { screen } from '@testing-library/react';
import { sent, visit } from '../visit.ts';

test.each([
  ['?type=provider&error=access_denied&error_code=access_denied', 'You cancelled this at the provider. Try again, or log in another way.'],
  ['?type=provider&error=server_error&error_code=bad_oauth_state', 'This took too long. Log in again.'],
  ['?type=provider#error=access_denied&error_code=identity_already_exists', 'This account is already linked'],
  ['?type=provider&error=access_denied&error_code=signup_disabled', 'Sign-up is closed at the moment.'],
  ['?type=provider&error=server_error', 'The provider reported an error.'],
  ['?type=provider', 'This took too long, or was done before.'],
  ['?type=provider&code=0b0f3c9e-6e0a-4f8e-8a55-1f6f0d1f2a3b', 'The log-in began in another browser. Log in again here.'],
])('a return with %s is explained, and the address keeps nothing', async (search, text) => {
  await visit(`/auth/confirm${search}${search.includes('#') ? '' : '&next=%2Fworkspace'}`);
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(window.location.href).not.toMatch(/code|error/);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('You are not logged in');
  expect(await sent('/token')).toEqual([]);
});

test('the way back keeps the page that was wanted', async () => {
  await visit('/auth/confirm?type=provider&error=access_denied&next=%2Fworkspace%2Fone');
  expect(screen.getByRole('link', { name: 'Back to the log-in' })).toHaveAttribute('href', '/login?next=%2Fworkspace%2Fone');
});

test('a signed-in user who wanted to link an account goes on to the settings', async () => {
  await visit('/auth/confirm?type=provider&error_code=identity_already_exists&next=%2Faccount%2Fsecurity', 'signed-in');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('The account is not linked');
  expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/account/security');
});
