import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import account from '../src/module.ts';
import { actionError, actions, ada, resetAuth, setAuth, signIn } from '../../test/fake-auth.tsx';
import { openPage } from '../../test/open-page.tsx';

beforeEach(() => {
  resetAuth();
});

test.each(['/account', '/account/security', '/account/email', '/update-password'])('%s is for signed-in people', async (address) => {
  await openPage(account, address);
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(new URLSearchParams(window.location.search).get('next')).toBe(address);
});

test('saves a new password', async () => {
  signIn();
  actions.updatePassword.mockResolvedValue();
  await openPage(account, '/update-password');
  expect(screen.getByLabelText('New password')).toHaveAttribute('autocomplete', 'new-password');
  expect(screen.getByDisplayValue('ada@example.com')).toHaveAttribute('autocomplete', 'username');
  await userEvent.type(screen.getByLabelText('New password'), 'a new horse');
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
  expect(await screen.findByRole('heading', { name: 'Your new password is saved' })).toHaveFocus();
  expect(actions.updatePassword).toHaveBeenCalledWith('a new horse');
  expect(screen.getByRole('link', { name: 'Go to your workspace' })).toHaveAttribute('href', '/workspace');
});

test.each([
  ['weak_password', 'Password is known to be weak', 'This password is too easy to guess.'],
  ['same_password', 'New password should be different', 'This is your password already. Choose another one.'],
])('shows %s at the field and keeps what was typed', async (code, message, text) => {
  signIn();
  actions.updatePassword.mockRejectedValue(actionError('updatePassword', { code, message }));
  await openPage(account, '/update-password');
  await userEvent.type(screen.getByLabelText('New password'), 'password{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByLabelText('New password')).toHaveFocus();
  expect(screen.getByLabelText('New password')).toHaveValue('password');
});

test('leads to the code where the service wants one before a new password', async () => {
  signIn();
  actions.updatePassword.mockRejectedValue(actionError('updatePassword', { code: 'insufficient_aal', status: 401 }));
  await openPage(account, '/update-password');
  await userEvent.type(screen.getByLabelText('New password'), 'a new horse{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(/enter the code of your second factor first/);
  expect(screen.getByRole('link', { name: 'Enter your code' })).toHaveAttribute('href', '/login/verify?next=%2Fupdate-password');
});

test('asks for a password before it asks the service', async () => {
  signIn();
  await openPage(account, '/update-password');
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Enter a password.');
  expect(actions.updatePassword).not.toHaveBeenCalled();
});

test('shows who the person is, and saves another name', async () => {
  signIn();
  actions.updateProfile.mockImplementation(({ name }) => {
    setAuth({ user: { ...ada, user_metadata: { name } } });
    return Promise.resolve();
  });
  await openPage(account, '/account');
  expect(screen.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  expect(screen.getByText('ada@example.com')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('Ada');
  await userEvent.clear(screen.getByLabelText('Name'));
  await userEvent.type(screen.getByLabelText('Name'), ' Ada Lovelace');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Your changes are saved.');
  expect(actions.updateProfile).toHaveBeenCalledWith({ name: 'Ada Lovelace' });
  expect(screen.getByLabelText('Name')).toHaveValue('Ada Lovelace');
});

test('keeps the typed name when it cannot be saved', async () => {
  signIn();
  actions.updateProfile.mockRejectedValue(actionError('updateProfile', { code: 'timeout', status: 0 }));
  await openPage(account, '/account');
  await userEvent.type(screen.getByLabelText('Name'), ' Lovelace{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(/too long/);
  expect(screen.getByLabelText('Name')).toHaveValue('Ada Lovelace');
  await userEvent.clear(screen.getByLabelText('Name'));
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Enter your name.');
});

test('follows a change of the name in another tab until something is typed here', async () => {
  signIn();
  await openPage(account, '/account');
  act(() => {
    setAuth({ user: { ...ada, user_metadata: { name: 'Augusta' } } });
  });
  expect(screen.getByLabelText('Name')).toHaveValue('Augusta');
  await userEvent.type(screen.getByLabelText('Name'), ' Ada');
  act(() => {
    setAuth({ user: { ...ada, user_metadata: { name: 'Somebody' } } });
  });
  expect(screen.getByLabelText('Name')).toHaveValue('Augusta Ada');
});

test('does without a name that is none', async () => {
  signIn({ ...ada, user_metadata: { name: 7 } });
  await openPage(account, '/account');
  expect(screen.getByLabelText('Name')).toHaveValue('');
});
