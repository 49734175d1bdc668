import { auth } from 'auth/auth';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { done } from '../elsewhere.ts';
import { failNext } from '../failures.ts';
import { nextPlace, visit } from '../visit.ts';

test.each(['/account', '/account/security', '/account/email', '/account/delete', '/update-password'])('%s requires a sign-in', async (address) => {
  await visit(address);
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(nextPlace()).toBe(address);
});

test.each([
  ['is off', 'signed-in', 'None yet: anyone with your password can log in.'],
  ['is on', 'aal2', 'On: besides the password, you enter a code when you log in.'],
] as const)('says that the second factor %s', async (_, state, words) => {
  await visit('/account', state);
  expect(await screen.findByText('Second factor')).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
});

test.each(['Security', 'Change your email', 'Change your password'])('%s links back to the account', async (name) => {
  const page = await visit('/account', 'signed-in');
  await userEvent.click(screen.getByRole('link', { name }));
  await userEvent.click(await screen.findByRole('link', { name: 'Your account' }));
  await page.waitForPath('/account');
});

test('shows the name and the email, and saves another name', async () => {
  const page = await visit('/account', 'signed-in');
  expect(screen.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  expect(screen.getByText('ada@example.com')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('Ada');
  await userEvent.clear(screen.getByLabelText('Name'));
  await userEvent.type(screen.getByLabelText('Name'), ' Ada Lovelace');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Your changes are saved.');
  expect(page.auth.state.user?.user_metadata['name']).toBe('Ada Lovelace');
  expect(screen.getByLabelText('Name')).toHaveValue('Ada Lovelace');
});

test('keeps the typed name when it cannot be saved', async () => {
  await visit('/account', 'signed-in');
  const failed = failNext('updateProfile', { code: 'timeout' });
  await userEvent.type(screen.getByLabelText('Name'), ' Lovelace{Enter}');
  await failed();
  expect(await screen.findByRole('alert')).toHaveTextContent(/too long/);
  expect(screen.getByLabelText('Name')).toHaveValue('Ada Lovelace');
  await userEvent.clear(screen.getByLabelText('Name'));
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Enter your name.');
});

/** Changes the name as another tab or program does. */
async function setName(name: unknown): Promise<void> {
  const client = await auth.getSupabase();
  await act(async () => done(await client.auth.updateUser({ data: { name } })));
}

test('follows a change of the name in another tab until the user types here', async () => {
  await visit('/account', 'signed-in');
  await setName('Augusta');
  expect(screen.getByLabelText('Name')).toHaveValue('Augusta');
  await userEvent.type(screen.getByLabelText('Name'), ' Ada');
  await setName('Grace');
  expect(screen.getByLabelText('Name')).toHaveValue('Augusta Ada');
});

test('shows an empty field when the stored name is not a text', async () => {
  await visit('/account', 'signed-in');
  await setName(7);
  expect(screen.getByLabelText('Name')).toHaveValue('');
});
