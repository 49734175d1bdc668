import { ADA, backend } from '@atrium/page-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { enter, enterAndSubmit } from '../enter.ts';
import { failNext } from '../failures.ts';
import { sent, STRANGER, visit } from '../visit.ts';

const submit = () => screen.getByRole('button', { name: 'Send reset link' });
const statusText = async () => (await screen.findByRole('status')).textContent;

test('shows the same message for every address, and pauses for the same address', async () => {
  const { unmount } = await visit('/reset-password');
  await enter(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.click(submit());
  expect(await statusText()).toContain('If there is an account for ada@example.com');
  expect(backend.auth.mails).toMatchObject([{ to: 'ada@example.com', purpose: 'recovery' }]);
  expect(screen.getByRole('heading', { name: 'Check your email' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Send the email again' }));
  expect(screen.getByRole('button', { name: 'Send the email again' })).toHaveAccessibleDescription(/You can try again in \d+ s/);
  expect(await sent('/recover')).toHaveLength(1);
  const known = await statusText();
  unmount();
  // In another tab, because a pause survives a reload.
  sessionStorage.clear();
  await visit('/reset-password');
  await enterAndSubmit(screen.getByLabelText('Email'), 'eve@example.com');
  expect(await statusText()).toBe(known?.replaceAll('ada@', 'eve@'));
  expect(backend.auth.mails).toHaveLength(1);
});

test('lets users correct a mistyped address immediately', async () => {
  await visit('/reset-password');
  await enterAndSubmit(screen.getByLabelText('Email'), 'ada@exampel.com');
  await userEvent.click(await screen.findByRole('button', { name: 'Use another address' }));
  expect(screen.getByLabelText('Email')).toHaveValue('ada@exampel.com');
  await userEvent.clear(screen.getByLabelText('Email'));
  await enterAndSubmit(screen.getByLabelText('Email'), 'ada@example.com');
  expect(await screen.findByRole('status')).toHaveTextContent(/an account for ada@example.com/);
  expect(backend.auth.mails).toMatchObject([{ to: 'ada@example.com' }]);
});

test.each([
  ['network', 0, /no connection/],
  ['over_request_rate_limit', 429, /Too many attempts/],
])('explains %s and keeps the address', async (code, status, text) => {
  await visit('/reset-password', STRANGER);
  failNext('resetPassword', { code, status });
  await enterAndSubmit(screen.getByLabelText('Email'), 'ada@example.com');
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
});

test('checks the address before it calls the service', async () => {
  await visit('/reset-password', STRANGER);
  await userEvent.click(submit());
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(screen.getByRole('alert')).toHaveTextContent('Enter your email address.');
  expect(await sent('/recover')).toEqual([]);
});

test.each(['ada@example.com', ''])('takes over %j from the log-in page, but not in the URL', async (typed) => {
  await visit('/login');
  if (typed !== '') await enter(screen.getByLabelText('Email'), typed);
  await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  await screen.findByRole('heading', { name: 'Reset your password' });
  expect(screen.getByLabelText('Email')).toHaveValue(typed);
  expect(window.location.href).toBe('http://localhost/reset-password');
});

test('takes over the address from the registration when it has an account', async () => {
  backend.auth.addPerson(ADA);
  await visit('/register');
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');
  await enter(screen.getByLabelText('Email'), 'ada@example.com');
  await enterAndSubmit(screen.getByLabelText('Password'), 'correct horse');
  await userEvent.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
  await screen.findByRole('heading', { name: 'Reset your password' });
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
});
