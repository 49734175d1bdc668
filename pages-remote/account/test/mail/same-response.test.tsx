import { ADA, backend, type StartOptions } from '@atrium/page-kit/testing';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MailRequestForm } from '../../src/mail/mail-request-form.tsx';
import { enter, enterAndSubmit } from '../enter.ts';
import { failNext, type Failure } from '../failures.ts';
import { sent, STRANGER, visit } from '../visit.ts';

/** The forms that request a mail without a sign-in. */
const FORMS = {
  'the reset link': {
    action: 'resetPassword',
    path: '/recover',
    button: 'Send reset link',
    again: 'Send the email again',
    open: async (visitor: StartOptions) => {
      await visit('/reset-password', visitor);
      await enter(screen.getByLabelText('Email'), ADA.email);
    },
  },
  'another reset link': {
    action: 'resetPassword',
    path: '/recover',
    button: 'Send a new link',
    again: 'Send a new link',
    open: async (visitor: StartOptions) => {
      await visit('/auth/confirm?type=recovery&error_code=otp_expired', visitor);
      await enter(screen.getByLabelText('Email'), ADA.email);
    },
  },
  'a new confirmation link': {
    action: 'resendConfirmation',
    path: '/resend',
    button: 'Send a new link',
    again: 'Send a new link',
    open: async (visitor: StartOptions) => {
      await visit('/auth/confirm?type=signup&error_code=otp_expired', visitor);
      await enter(screen.getByLabelText('Email'), ADA.email);
    },
  },
  'the confirmation mail again': {
    action: 'resendConfirmation',
    path: '/resend',
    button: 'Send the email again',
    again: 'Send the email again',
    open: async (visitor: StartOptions) => {
      await visit('/login', visitor);
      failNext('login', { code: 'email_not_confirmed' });
      await enter(screen.getByLabelText('Email'), ADA.email);
      await enterAndSubmit(screen.getByLabelText('Password'), 'correct horse');
      await screen.findByRole('button', { name: 'Send the email again' });
    },
  },
} as const;

const names = Object.keys(FORMS).filter((name): name is keyof typeof FORMS => name in FORMS);

/** A signed-out visitor whose address has an account. */
const ACCOUNT_OWNER: StartOptions = { state: 'signed-out' };

/** The screen after the button was pressed, without the remaining seconds and generated ids. */
async function screenAfter(name: keyof typeof FORMS, visitor: StartOptions, failure: Failure | null = null): Promise<string> {
  const { action, button, open } = FORMS[name];
  // A pause survives the page, so each visitor needs a tab of their own.
  sessionStorage.clear();
  await open(visitor);
  const failed = failure && failNext(action, failure);
  await userEvent.click(screen.getByRole('button', { name: button }));
  await failed?.();
  await waitFor(() => {
    for (const shown of screen.getAllByRole('button')) expect(shown).not.toHaveAttribute('aria-busy', 'true');
  });
  const text = document.body.innerHTML.replace(/\d+ s(?=[.)])/g, '… s').replace(/_r_\w+_/g, '…');
  cleanup();
  return text;
}

const strangersScreens = new Map<keyof typeof FORMS, Promise<string>>();

/** The screen for an address without an account. No failure changes it, so it is opened once. */
function screenForStranger(name: keyof typeof FORMS): Promise<string> {
  const shown = strangersScreens.get(name) ?? screenAfter(name, STRANGER);
  strangersScreens.set(name, shown);
  return shown;
}

/** Failures that only an address with an account can cause. */
const ACCOUNT_FAILURES = [
  { code: 'over_email_send_rate_limit', status: 429, retryAfterSeconds: 42 },
  { code: 'over_email_send_rate_limit', status: 429 },
  { code: 'unexpected_failure', status: 500 },
  { code: 'unknown', status: 504 },
  { code: 'hook_timeout', status: 422 },
  { code: 'hook_timeout_after_retry', status: 422 },
  { code: 'hook_payload_invalid_content_type', status: 400 },
  { code: 'email_address_not_authorized', status: 400 },
  { code: 'email_address_invalid', status: 400 },
  // A hook of the site can refuse with any status.
  { code: 'unknown', status: 403 },
] as const;

/** Failures that do not depend on the address, with their texts, and whether the service responded. */
const OTHER_FAILURES: readonly (readonly [failure: Failure, text: RegExp, responded: boolean])[] = [
  [{ code: 'network', status: 0 }, /no connection/, false],
  [{ code: 'timeout', status: 0 }, /too long/, false],
  [{ code: 'unknown', status: 502 }, /having problems/i, true],
  [{ code: 'unknown', status: 503 }, /having problems/i, true],
  [{ code: 'over_request_rate_limit', status: 429 }, /Too many attempts/, true],
  [{ code: 'email_provider_disabled', status: 422 }, /Log-in by email is turned off/, true],
  [{ code: 'validation_failed', status: 400, message: 'Unable to validate email address: invalid format' }, /This address cannot be used/, true],
];

describe.each(names)('%s', (name) => {
  const { action, again, button, open, path } = FORMS[name];
  // All forms treat failures with the same hook, so one of each kind is enough for the others.
  const isTriedInFull = name === 'the reset link';

  test('looks the same for an unknown address and a known one whose mail is sent', async () => {
    const unknown = await screenAfter(name, STRANGER);
    expect(backend.auth.hasAccount(ADA.email)).toBe(false);
    expect(await screenAfter(name, ACCOUNT_OWNER)).toBe(unknown);
  });

  test.each(isTriedInFull ? ACCOUNT_FAILURES : ACCOUNT_FAILURES.slice(0, 1))('looks the same for an unknown address and a known one with $code, $status', async (failure) => {
    const unknown = await screenForStranger(name);
    expect(unknown).toContain('You can try again in … s.');
    expect(unknown).toContain('role="status"');
    expect(await screenAfter(name, ACCOUNT_OWNER, failure)).toBe(unknown);
  });

  test.each(isTriedInFull ? OTHER_FAILURES : OTHER_FAILURES.slice(0, 1))('explains a failure that does not depend on the address: %j', async (failure, text, responded) => {
    const shown = await screenAfter(name, ACCOUNT_OWNER, failure);
    expect(shown).toMatch(text);
    expect(shown).not.toContain('role="status"');
    // Without a response, there is nothing that a pause has to hide.
    expect(shown.includes('You can try again in')).toBe(responded);
  });

  test('pauses a minute for the same address after any response', async () => {
    await open(ACCOUNT_OWNER);
    failNext(action, { code: 'unexpected_failure', status: 500 });
    await userEvent.click(screen.getByRole('button', { name: button }));
    await screen.findByText(/(60|59) s[.)]/);
    await userEvent.click(screen.getByRole('button', { name: again }));
    expect(await sent(path)).toHaveLength(1);
  });
});

test('reports a defect of the page itself, and does not show it as sent', async () => {
  const reportError = jest.fn();
  Object.assign(window, { reportError });
  const defect = new TypeError('no such thing');
  render(<MailRequestForm name="test" requestMail={() => Promise.reject(defect)} sent={() => <p role="status">Sent</p>} submit="Send" />);
  await userEvent.type(screen.getByLabelText('Email'), `${ADA.email}{Enter}`);
  expect(await screen.findByRole('alert')).toHaveTextContent(/Something went wrong/);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  expect(reportError).toHaveBeenCalledWith(defect);
});
