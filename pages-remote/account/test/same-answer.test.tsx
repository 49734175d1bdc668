import '@testing-library/jest-dom';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import account from '../src/module.ts';
import { actionError, actions, resetAuth } from '../../test/fake-auth.tsx';
import { openPage } from '../../test/open-page.tsx';

/** The forms that ask for a mail without a sign-in, each with the way to press its button. */
const FORMS = {
  'the reset link': {
    action: 'resetPassword',
    button: 'Send reset link',
    async open() {
      await openPage(account, '/reset-password');
      await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
    },
  },
  'a new confirmation link': {
    action: 'resendConfirmation',
    button: 'Send a new link',
    async open() {
      await openPage(account, '/auth/confirm?type=signup&error_code=otp_expired');
      await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
    },
  },
  'the confirmation mail again': {
    action: 'resendConfirmation',
    button: 'Send the mail again',
    async open() {
      actions.login.mockRejectedValue(actionError('login', { code: 'email_not_confirmed' }));
      await openPage(account, '/login');
      await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
      await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
      await screen.findByRole('button', { name: 'Send the mail again' });
    },
  },
} as const;

const names = Object.keys(FORMS).filter((name): name is keyof typeof FORMS => name in FORMS);

/** What is on screen after the button, without the seconds that go by and the ids of this rendering. */
async function answerOf(name: keyof typeof FORMS, failure: Parameters<typeof actionError>[1] | null): Promise<string> {
  const { action, button } = FORMS[name];
  resetAuth();
  if (failure) actions[action].mockRejectedValue(actionError(action, failure));
  else actions[action].mockResolvedValue();
  await FORMS[name].open();
  await userEvent.click(screen.getByRole('button', { name: button }));
  await waitFor(() => {
    expect(screen.getByRole('button', { name: button })).not.toHaveAttribute('aria-busy', 'true');
  });
  const text = document.body.innerHTML.replace(/\d+ s\./, '… s.').replace(/_r_\w+_/g, '…');
  cleanup();
  return text;
}

/** What only the owner of an account can bring about: the mail is not sent, or not yet. */
const OF_KNOWN_ADDRESSES = [
  { code: 'over_email_send_rate_limit', status: 429, retryAfterSeconds: 42 },
  { code: 'over_email_send_rate_limit', status: 429 },
  { code: 'unexpected_failure', status: 500 },
  { code: 'unknown', status: 504 },
  { code: 'hook_timeout', status: 422 },
  { code: 'hook_timeout_after_retry', status: 422 },
  { code: 'hook_payload_invalid_content_type', status: 400 },
  { code: 'email_address_not_authorized', status: 400 },
  { code: 'email_address_invalid', status: 400 },
  // What a hook of somebody else's refuses with.
  { code: 'unknown', status: 403 },
] as const;

describe.each(names)('%s', (name) => {
  const { action, button } = FORMS[name];

  test.each(OF_KNOWN_ADDRESSES)('looks the same for an unknown address and for a known one with $code, $status', async (failure) => {
    const unknown = await answerOf(name, null);
    expect(unknown).toContain('You can try again in … s.');
    expect(unknown).toContain('role="status"');
    expect(await answerOf(name, failure)).toBe(unknown);
  });

  test.each([
    [{ code: 'network', status: 0 }, /no connection/, false],
    [{ code: 'timeout', status: 0 }, /too long/, false],
    [{ code: 'unknown', status: 502 }, /trouble/i, true],
    [{ code: 'unknown', status: 503 }, /trouble/i, true],
    [{ code: 'over_request_rate_limit', status: 429 }, /Too many tries/, true],
    [{ code: 'validation_failed', status: 400, message: 'Unable to validate email address: invalid format' }, /This address cannot be used/, true],
  ])('says what does not depend on the address: %j', async (failure, text, answered) => {
    const shown = await answerOf(name, failure);
    expect(shown).toMatch(text);
    expect(shown).not.toContain('role="status"');
    // Without an answer there is nothing that a pause could hide.
    expect(shown.includes('You can try again in')).toBe(answered);
  });

  test('waits a minute with the same address, whatever the service said', async () => {
    await answerOf(name, null);
    actions[action].mockRejectedValue(actionError(action, { code: 'unexpected_failure', status: 500 }));
    await FORMS[name].open();
    await userEvent.click(screen.getByRole('button', { name: button }));
    await screen.findByText(/You can try again in (60|59) s\./);
    const asked = actions[action].mock.calls.length;
    await userEvent.click(screen.getByRole('button', { name: button }));
    expect(actions[action]).toHaveBeenCalledTimes(asked);
  });
});

test('reports a fault of the page itself, and does not take it for an answer', async () => {
  const reportError = jest.fn();
  Object.assign(window, { reportError });
  resetAuth();
  actions.resetPassword.mockRejectedValue(new TypeError('no such thing'));
  await FORMS['the reset link'].open();
  await userEvent.click(screen.getByRole('button', { name: 'Send reset link' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/Something went wrong/);
  expect(reportError).toHaveBeenCalled();
});
