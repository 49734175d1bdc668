import { clock, type StartState } from '@atrium/page-kit/testing';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { enter } from '../enter.ts';
import { failNext } from '../failures.ts';
import { sent, visit } from '../visit.ts';

const KEY = 'atrium.account.pause.login';
const submit = () => screen.getByRole('button', { name: 'Log in' });

async function reload(at: string, visitor: StartState = 'signed-out'): Promise<void> {
  cleanup();
  await visit(at, visitor);
}

async function logIn(): Promise<void> {
  await enter(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'wrong');
  await userEvent.click(submit());
}

test('continues a pause after a reload, and stores no address for it', async () => {
  await visit('/login');
  failNext('login', { code: 'over_request_rate_limit', status: 429, retryAfterSeconds: 40 });
  await logIn();
  expect(await screen.findByText(/You can try again in \d+ s/)).toBeVisible();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('ada');
  await clock.advance({ seconds: 15 });
  await reload('/login');
  expect(screen.getByText(/You can try again in 2\d s/)).toBeVisible();
  const before = (await sent('/token')).length;
  await logIn();
  expect(await sent('/token')).toHaveLength(before);
  await clock.advance({ seconds: 30 });
  await reload('/login');
  expect(screen.queryByText(/You can try again/)).not.toBeInTheDocument();
});

test.each([
  ['/reset-password', 'Email', 'Send reset link', 'signed-out'],
  ['/account/email', 'New email', 'Change email', 'signed-in'],
] as const)('continues the pause between two mails on %s, and accepts another address', async (path, label, button, visitor) => {
  const field = () => screen.getByLabelText(label);
  const ask = () => screen.getByRole('button', { name: button });
  await visit(path, visitor);
  await enter(field(), 'adda@example.com');
  await userEvent.click(ask());
  expect(await screen.findByText(/\d+ s[.)]/)).toBeVisible();
  await reload(path, visitor);
  expect(screen.getByText(/\d+ s[.)]/)).toBeVisible();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('adda');
  // A change that waits hides the form.
  for (const change of screen.queryAllByRole('button', { name: 'Change your email' })) await userEvent.click(change);
  await enter(field(), 'Adda@example.com ');
  expect(ask()).toHaveAttribute('aria-disabled', 'true');
  await userEvent.clear(field());
  await enter(field(), 'adah@example.com');
  expect(ask()).not.toHaveAttribute('aria-disabled');
});

test.each([
  ['the clock was set back', () => `${clock.now() + 60_000} ${clock.now() + 90_000}`],
  ['it is implausibly long', () => `${clock.now() - 1000} ${clock.now() + 86_400_000}`],
  ['it has another format', () => '{"end":9e99}'],
  ['it has no end', () => String(clock.now())],
])('ignores a stored pause when %s', async (_, written) => {
  sessionStorage.setItem(KEY, written());
  await visit('/login');
  expect(submit()).not.toHaveAttribute('aria-disabled');
});

test('continues a valid stored pause', async () => {
  sessionStorage.setItem(KEY, `${clock.now() - 1000} ${clock.now() + 30_000}`);
  await visit('/login');
  expect(submit()).toHaveAttribute('aria-disabled', 'true');
});
