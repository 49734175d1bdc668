import { ADA } from '@atrium/page-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { done, elsewhere } from '../elsewhere.ts';
import { enter, enterAndSubmit } from '../enter.ts';
import { failNext } from '../failures.ts';
import { sent, visit } from '../visit.ts';

/** The bodies of the requests that change the user. */
const changes = async () => (await sent('/user')).map(({ body }) => body);

test('saves a new password', async () => {
  await visit('/update-password', 'signed-in');
  expect(screen.getByLabelText('New password')).toHaveAttribute('autocomplete', 'new-password');
  expect(screen.getByDisplayValue('ada@example.com')).toHaveAttribute('autocomplete', 'username');
  await enter(screen.getByLabelText('New password'), 'a new horse');
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
  expect(await screen.findByRole('heading', { name: 'Your new password is saved' })).toHaveFocus();
  done(await elsewhere().signInWithPassword({ email: ADA.email, password: 'a new horse' }));
  expect(screen.getByRole('link', { name: 'Go to your workspace' })).toHaveAttribute('href', '/workspace');
});

test('says whose password it is, and that the other devices are logged out', async () => {
  await visit('/update-password', 'signed-in');
  expect(within(screen.getByRole('main')).getByText('Ada')).toBeVisible();
  expect(screen.getByText(ADA.email)).toBeVisible();
  expect(screen.getByText('Saving it logs out your other devices. You stay logged in here.')).toBeVisible();
});

test('shows at the field that the password is the current one, and keeps it in the field', async () => {
  await visit('/update-password', 'signed-in');
  await enterAndSubmit(screen.getByLabelText('New password'), 'correct horse');
  expect(await screen.findByRole('alert')).toHaveTextContent('This is your password already. Choose another one.');
  expect(screen.getByLabelText('New password')).toHaveFocus();
  expect(screen.getByLabelText('New password')).toHaveValue('correct horse');
});

describe('a user without a name, such as an invited one', () => {
  const person = { ...ADA, name: '' };

  test('is asked for one with the first password, and saves both', async () => {
    const page = await visit('/update-password', { person });
    await enterAndSubmit(screen.getByLabelText('Password'), 'a new horse');
    expect(screen.getByLabelText('Name')).toHaveFocus();
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription(/Enter your name\./);
    expect(await changes()).toEqual([]);
    await enter(screen.getByLabelText('Name'), ' Ada Lovelace ');
    await userEvent.click(screen.getByRole('button', { name: 'Set up account' }));
    expect(await screen.findByRole('heading', { name: 'Your account is set up' })).toHaveFocus();
    expect(page.auth.state.user?.user_metadata['name']).toBe('Ada Lovelace');
    done(await elsewhere().signInWithPassword({ email: ADA.email, password: 'a new horse' }));
  });

  test('keeps both fields when the password is refused', async () => {
    await visit('/update-password', { person });
    await userEvent.type(screen.getByLabelText('Name'), 'Ada');
    await enterAndSubmit(screen.getByLabelText('Password'), 'correct horse');
    expect(await screen.findByRole('alert')).toHaveTextContent('This is your password already.');
    expect(screen.getByLabelText('Name')).toHaveValue('Ada');
    await userEvent.type(screen.getByLabelText('Password'), ' 2{Enter}');
    expect(await screen.findByRole('heading', { name: 'Your account is set up' })).toBeVisible();
  });
});

test('does not ask users with a name for one', async () => {
  await visit('/update-password', 'signed-in');
  expect(screen.queryByLabelText('Name')).not.toBeInTheDocument();
});

test('has no link to the account for users who opened a mailed link', async () => {
  await visit('/update-password', 'signed-in');
  expect(screen.queryByRole('link', { name: 'Your account' })).not.toBeInTheDocument();
});

test.each([
  ['weak_password', 'New words of a later version', 'This password is too easy to guess.'],
  ['same_password', 'New password should be different', 'This is your password already. Choose another one.'],
])('shows %s at the field and keeps the typed password', async (code, message, text) => {
  await visit('/update-password', 'signed-in');
  failNext('updatePassword', { code, status: 422, message });
  await enterAndSubmit(screen.getByLabelText('New password'), 'dragon99');
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByLabelText('New password')).toHaveFocus();
  expect(screen.getByLabelText('New password')).toHaveValue('dragon99');
});

test('asks for the current password when the service requires it, and explains a wrong one', async () => {
  await visit('/update-password', 'signed-in');
  expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument();
  failNext('updatePassword', { code: 'current_password_required' });
  await enterAndSubmit(screen.getByLabelText('New password'), 'a new horse');
  const current = await screen.findByLabelText('Current password');
  expect(current).toHaveFocus();
  expect(current).toHaveAttribute('autocomplete', 'current-password');
  expect(current).toHaveAccessibleDescription(/Enter your current password as well/);
  expect(screen.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute('href', '/reset-password');
  expect(screen.getByLabelText('New password')).toHaveValue('a new horse');
  failNext('updatePassword', { code: 'current_password_invalid' });
  await userEvent.type(current, 'wrong{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('This is not your current password.');
  expect(current).toHaveFocus();
  await userEvent.clear(current);
  await enterAndSubmit(current, 'correct horse');
  expect(await screen.findByRole('heading', { name: 'Your new password is saved' })).toBeVisible();
  const [first, ...others] = await changes();
  expect(first).not.toHaveProperty('current_password');
  expect(others).toMatchObject([{ current_password: 'wrong' }, { current_password: 'correct horse' }]);
});

test('links to the code when the service requires one for a new password', async () => {
  await visit('/update-password', 'signed-in');
  failNext('updatePassword', { code: 'insufficient_aal', status: 401 });
  await enterAndSubmit(screen.getByLabelText('New password'), 'a new horse');
  expect(await screen.findByRole('alert')).toHaveTextContent(/enter your two-step verification code first/);
  expect(screen.getByRole('link', { name: 'Enter your code' })).toHaveAttribute('href', '/login/verify?next=%2Fupdate-password');
});

test('requires a password before it calls the service', async () => {
  await visit('/update-password', 'signed-in');
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Enter a password.');
  expect(await changes()).toEqual([]);
});
