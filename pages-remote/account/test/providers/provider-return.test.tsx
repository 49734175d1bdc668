import { ADA, backend, device } from '@atrium/page-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sent, STRANGER, visit } from '../visit.ts';

/** The user presses a button that leaves for the page of a provider. */
const leave = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('logs in with a provider, and goes on to the page that was wanted', async () => {
  device.offerProviders('google');
  const page = await visit('/login?next=%2Fworkspace%2Fone', STRANGER);
  await leave('Continue with Google');
  await device.answerProvider({ email: 'cleo@example.com', name: 'Cleo' });
  await page.waitForPath('/workspace/one');
  expect(page.auth.state.user).toMatchObject({ email: 'cleo@example.com', user_metadata: { name: 'Cleo' } });
  // The page runs its effects twice here.
  expect(await sent('/token')).toHaveLength(1);
});

test('says that the user cancelled, and leads back to the log-in with the page that was wanted', async () => {
  device.offerProviders('google');
  await visit('/login?next=%2Fworkspace%2Fone', STRANGER);
  await leave('Continue with Google');
  await device.answerProvider('cancelled');
  expect(await screen.findByRole('alert')).toHaveTextContent('You cancelled this at the provider. Try again, or log in another way.');
  expect(screen.getByRole('link', { name: 'Back to the log-in' })).toHaveAttribute('href', '/login?next=%2Fworkspace%2Fone');
});

test('links an account, and lists it', async () => {
  device.offerProviders('github');
  const page = await visit('/account/sign-in', 'signed-in');
  await leave('Link GitHub');
  await device.answerProvider({ email: 'ada@work.example' });
  await page.waitForPath('/account/sign-in');
  expect(await screen.findByRole('list', { name: 'Linked accounts' })).toHaveTextContent(/^GitHubada@work\.example/);
  expect(page.auth.state.user?.email).toBe(ADA.email);
});

test('says that another user has linked the account, and leads back to the settings', async () => {
  device.offerProviders('github');
  backend.auth.addPerson({ email: 'cleo@example.com', linked: [{ provider: 'github', email: 'cleo@work.example' }] });
  const page = await visit('/account/sign-in', 'signed-in');
  await leave('Link GitHub');
  await device.answerProvider({ email: 'cleo@work.example' });
  expect(await screen.findByRole('alert')).toHaveTextContent('This account is already linked');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('The account is not linked');
  expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/account/sign-in');
  expect(page.auth.state.user?.email).toBe(ADA.email);
});

test.each([
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
