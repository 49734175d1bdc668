import '@testing-library/jest-dom';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import account from '../src/module.ts';
import { actionError, actions, resetAuth, signIn } from '../../test/fake-auth.tsx';
import { findPlace, openPage } from '../../test/open-page.tsx';

beforeEach(() => {
  resetAuth();
});

async function fillAndSubmit(): Promise<void> {
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
}

function expectTypedTextKept(): void {
  expect(screen.getByLabelText('Name')).toHaveValue('Ada');
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
  expect(screen.getByLabelText('Password')).toHaveValue('correct horse');
}

test('creates the account and lands signed in', async () => {
  actions.register.mockImplementation(() => {
    signIn();
    return Promise.resolve('signed-in');
  });
  await openPage(account, '/register');
  expect(screen.getByLabelText('Name')).toHaveAttribute('autocomplete', 'name');
  expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'new-password');
  await fillAndSubmit();
  await findPlace('/workspace');
  expect(actions.register).toHaveBeenCalledWith({ name: 'Ada', email: 'ada@example.com', password: 'correct horse', next: null });
});

test('goes on to where the person was on the way to', async () => {
  signIn();
  await openPage(account, '/register?next=/reports');
  await findPlace('/reports');
});

test('names every empty field and leads to the first', async () => {
  await openPage(account, '/register');
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  expect(screen.getByLabelText('Name')).toHaveFocus();
  expect(screen.getAllByRole('alert')).toHaveLength(3);
  expect(actions.register).not.toHaveBeenCalled();
});

test('shows at the password what the service finds weak about it', async () => {
  actions.register.mockRejectedValue(
    actionError('register', { code: 'weak_password', message: 'Password should be at least 8 characters.' }),
  );
  await openPage(account, '/register');
  await fillAndSubmit();
  expect(await screen.findByRole('alert')).toHaveTextContent('Password should be at least 8 characters.');
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/at least 8 characters/);
  expect(screen.getByLabelText('Password')).toHaveFocus();
  expectTypedTextKept();
});

test('shows at the email that the service cannot use it', async () => {
  actions.register.mockRejectedValue(actionError('register', { code: 'email_address_invalid' }));
  await openPage(account, '/register');
  await fillAndSubmit();
  await screen.findByRole('alert');
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(/cannot be used/);
  expectTypedTextKept();
});

test('passes on what the service says about an input', async () => {
  const message = 'Password cannot be longer than 72 characters';
  actions.register.mockRejectedValue(actionError('register', { code: 'validation_failed', message }));
  await openPage(account, '/register');
  await fillAndSubmit();
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expectTypedTextKept();
});

test('leads people who have an account to it', async () => {
  actions.register.mockRejectedValue(actionError('register', { code: 'user_already_exists', status: 422 }));
  await openPage(account, '/register?next=/reports');
  await fillAndSubmit();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/There is an account/);
  const links = screen.getAllByRole('link', { name: 'Log in' }).filter((link) => alert.contains(link));
  expect(links).toHaveLength(1);
  expect(links[0]).toHaveAttribute('href', '/login?next=%2Freports');
  expectTypedTextKept();
});

test('keeps everything when a fault of the page itself stops it', async () => {
  const reportError = jest.fn();
  Object.assign(window, { reportError });
  const fault = new TypeError('no such thing');
  actions.register.mockRejectedValue(fault);
  await openPage(account, '/register');
  await fillAndSubmit();
  expect(await screen.findByRole('alert')).toHaveTextContent(/Something went wrong/);
  expect(reportError).toHaveBeenCalledWith(fault);
  expectTypedTextKept();
});

test('says what to do where the address has to be confirmed, and tries another without losing the rest', async () => {
  actions.register.mockResolvedValue('confirmation-sent');
  await openPage(account, '/register?next=/reports');
  await fillAndSubmit();
  expect(actions.register).toHaveBeenCalledWith(expect.objectContaining({ next: '/reports' }));
  expect(await screen.findByRole('heading', { name: 'Look at your mail' })).toHaveFocus();
  expect(screen.getByText(/on its way to ada@example.com/)).toBeVisible();
  expect(screen.getByText(/You can try again in \d+ s/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Send the mail again' }));
  expect(actions.resendConfirmation).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Use another address' }));
  expect(screen.getByRole('heading', { name: 'Create account' })).toHaveFocus();
  expectTypedTextKept();
});
