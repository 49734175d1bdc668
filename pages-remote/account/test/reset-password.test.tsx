import '@testing-library/jest-dom';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import account from '../src/module.ts';
import { actionError, actions, resetAuth } from '../../test/fake-auth.tsx';
import { openPage } from '../../test/open-page.tsx';

beforeEach(() => {
  resetAuth();
});

const submit = () => screen.getByRole('button', { name: 'Send reset link' });

test('answers alike for every address, and has the same address wait', async () => {
  actions.resetPassword.mockResolvedValue();
  await openPage(account, '/reset-password');
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.click(submit());
  expect(await screen.findByRole('status')).toHaveTextContent('If there is an account for ada@example.com');
  await userEvent.click(submit());
  expect(screen.getByText(/You can try again in \d+ s/)).toBeVisible();
  expect(actions.resetPassword).toHaveBeenCalledTimes(1);
});

test('lets people who mistyped the address correct it at once', async () => {
  actions.resetPassword.mockResolvedValue();
  await openPage(account, '/reset-password');
  await userEvent.type(screen.getByLabelText('Email'), 'ada@exampel.com{Enter}');
  await screen.findByRole('status');
  await userEvent.clear(screen.getByLabelText('Email'));
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com{Enter}');
  expect(await screen.findByText(/an account for ada@example.com/)).toBeVisible();
  expect(actions.resetPassword).toHaveBeenLastCalledWith('ada@example.com');
});

test.each([
  ['network', 0, /no connection/],
  ['over_request_rate_limit', 429, /Too many tries/],
])('says what to do about %s and keeps the address', async (code, status, text) => {
  actions.resetPassword.mockRejectedValue(actionError('resetPassword', { code, status }));
  await openPage(account, '/reset-password');
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
});

test('checks the address first', async () => {
  await openPage(account, '/reset-password');
  await userEvent.click(submit());
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(screen.getByRole('alert')).toHaveTextContent('Enter your email address.');
  expect(actions.resetPassword).not.toHaveBeenCalled();
});
