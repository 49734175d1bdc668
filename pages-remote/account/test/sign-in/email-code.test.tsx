import { backend } from '@atrium/page-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { enter, enterAndSubmit } from '../enter.ts';
import { failNext } from '../failures.ts';
import { nextPlace, sent, STRANGER, visit } from '../visit.ts';

const email = () => screen.getByLabelText('Email');
const newestCode = () => backend.auth.mails.at(-1)?.otp ?? '';

/** Requests a mail, and waits for the form that takes its code. */
async function requestCode(address: string): Promise<void> {
  await enterAndSubmit(email(), address);
  await screen.findByLabelText('Code');
}

test('logs in with the code of a mail, on the way to another page', async () => {
  await visit('/login/code?next=/account');
  await requestCode('ada@example.com');
  expect(screen.getByRole('status')).toHaveTextContent('on its way to ada@example.com');
  expect(backend.auth.mails).toMatchObject([{ to: 'ada@example.com', purpose: 'magiclink' }]);
  expect(screen.getByLabelText('Code')).toHaveFocus();
  await enterAndSubmit(screen.getByLabelText('Code'), newestCode());
  await waitFor(() => expect(window.location.pathname).toBe('/account'));
});

test('makes an account for an unknown address, with the same texts, and asks for a name and a password', async () => {
  await visit('/login/code?next=/account', STRANGER);
  await requestCode('eve@example.com');
  expect(screen.getByRole('status')).toHaveTextContent('on its way to eve@example.com');
  await enterAndSubmit(screen.getByLabelText('Code'), newestCode());
  await waitFor(() => expect(window.location.pathname).toBe('/update-password'));
  expect(nextPlace()).toBe('/account');
  expect(await screen.findByLabelText('Name')).toBeVisible();
});

test('takes a code that was requested on another device, without another mail', async () => {
  await visit('/login/code');
  await requestCode('ada@example.com');
  const code = newestCode();
  await userEvent.click(screen.getByRole('button', { name: 'Use another address' }));
  expect(email()).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'I already have a code' }));
  expect(email()).toHaveFocus();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  await enter(email(), 'ada@example.com');
  await enterAndSubmit(screen.getByLabelText('Code'), code);
  await waitFor(() => expect(window.location.pathname).toBe('/workspace'));
  expect(backend.auth.mails).toHaveLength(1);
});

test('explains a wrong code at its field, and takes the right one', async () => {
  await visit('/login/code');
  await requestCode('ada@example.com');
  const code = newestCode();
  await enterAndSubmit(screen.getByLabelText('Code'), code.replace(/./, (digit) => String((Number(digit) + 1) % 10)));
  await waitFor(() => expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(/Wrong or expired code/));
  await enterAndSubmit(screen.getByLabelText('Code'), code);
  await waitFor(() => expect(window.location.pathname).toBe('/workspace'));
});

test('sends another code only after a pause, and a click before does nothing', async () => {
  await visit('/login/code');
  await requestCode('ada@example.com');
  expect(screen.getByRole('button', { name: 'Send another code' })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('button', { name: 'Send another code' })).toHaveAccessibleDescription(/You can try again in \d+ s/);
  expect(screen.getByText(/\(\d+ s\)/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Send another code' }));
  expect(await sent('/otp')).toHaveLength(1);
});

test.each([
  ['network', 0, /no connection/],
  ['over_request_rate_limit', 429, /Too many attempts/],
])('explains %s and keeps the address', async (code, status, text) => {
  await visit('/login/code', STRANGER);
  failNext('requestLoginCode', { code, status });
  await enterAndSubmit(email(), 'ada@example.com');
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(email()).toHaveValue('ada@example.com');
});

test('does not tell that a site takes no new accounts, because that tells whether an address has one', async () => {
  await visit('/login/code', STRANGER);
  failNext('requestLoginCode', { code: 'signup_disabled', status: 422 });
  await requestCode('eve@example.com');
  expect(screen.getByRole('status')).toHaveTextContent('on its way to eve@example.com');
});

test('takes the address over from the log-in page, not in the URL, and leads back there', async () => {
  await visit('/login?next=/account');
  await enter(email(), 'ada@example.com');
  await userEvent.click(screen.getByRole('link', { name: 'Email me a log-in code' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Log in with a code' })).toBeVisible();
  expect(email()).toHaveValue('ada@example.com');
  expect(window.location.href).not.toContain('ada');
  expect(nextPlace()).toBe('/account');
  await userEvent.click(screen.getByRole('link', { name: 'Log in with your password' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  expect(nextPlace()).toBe('/account');
});
