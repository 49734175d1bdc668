import '@testing-library/jest-dom';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import account from '../src/module.ts';
import { actionError, ada, CODE_GIVEN, mfa, OWES_CODE, resetAuth, setAuth, signIn } from '../../test/fake-auth.tsx';
import { phone } from '../../test/factors.ts';
import { findPlace, openPage } from '../../test/open-page.tsx';

beforeEach(() => {
  resetAuth();
  sessionStorage.clear();
  mfa.challenge.mockImplementation((factorId) =>
    Promise.resolve({ factorId, challengeId: `challenge of ${factorId}`, expiresAt: Date.now() / 1000 + 300 }),
  );
  mfa.verify.mockImplementation(() => {
    setAuth({ assurance: CODE_GIVEN });
    return Promise.resolve();
  });
});

/** Opens the page as somebody with a phone who has given the password. */
async function openPhone(): Promise<void> {
  signIn(ada, OWES_CODE);
  mfa.factors.mockResolvedValue([phone]);
  await openPage(account, '/login/verify?next=/reports');
}

const code = () => screen.findByLabelText('Code');

test('sends one code to a phone at once, and another one when it is asked to', async () => {
  await openPhone();
  expect(await screen.findByText('A code is on its way to your phone ending in 67.')).toBeVisible();
  expect(mfa.challenge).toHaveBeenCalledTimes(1);
  expect(screen.getByText(/You can try again in \d+ s\./)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Send another code' }));
  expect(mfa.challenge).toHaveBeenCalledTimes(1);
  await userEvent.type(await code(), '654321{Enter}');
  await findPlace('/reports');
  expect(mfa.verify).toHaveBeenCalledWith({ factorId: phone.id, challengeId: `challenge of ${phone.id}`, code: '654321' });
});

test('sends another code to a phone after a minute', async () => {
  jest.useFakeTimers();
  try {
    const user = userEvent.setup({ advanceTimers: (time) => jest.advanceTimersByTime(time) });
    await openPhone();
    await code();
    act(() => {
      jest.advanceTimersByTime(60_000);
    });
    mfa.challenge.mockResolvedValueOnce({ factorId: phone.id, challengeId: 'second', expiresAt: Date.now() / 1000 + 300 });
    await user.click(screen.getByRole('button', { name: 'Send another code' }));
    await screen.findByText(/You can try again in \d+ s\./);
    await user.type(await code(), '654321{Enter}');
    await findPlace('/reports');
    expect(mfa.verify).toHaveBeenCalledWith(expect.objectContaining({ challengeId: 'second' }));
  } finally {
    jest.useRealTimers();
  }
});

test('takes the code that was sent before the page was discarded', async () => {
  const sentAt = Date.now() - 20_000;
  const kept = { factorId: phone.id, challengeId: 'kept', expiresAt: Date.now() / 1000 + 200, sentAt };
  sessionStorage.setItem('atrium.account.sent-code', JSON.stringify(kept));
  await openPhone();
  expect(await screen.findByText(/You can try again in (40|39) s\./)).toBeVisible();
  await userEvent.type(await code(), '654321{Enter}');
  await findPlace('/reports');
  expect(mfa.challenge).not.toHaveBeenCalled();
  expect(mfa.verify).toHaveBeenCalledWith({ factorId: phone.id, challengeId: 'kept', code: '654321' });
});

test('does not take a challenge a second time', async () => {
  await openPhone();
  await userEvent.type(await code(), '654321{Enter}');
  await findPlace('/reports');
  cleanup();
  await openPhone();
  await code();
  expect(mfa.challenge).toHaveBeenCalledTimes(2);
});

test.each([
  ['of another factor', { factorId: 'another', challengeId: 'kept', expiresAt: 9e9, sentAt: 0 }],
  ['that has run out', { factorId: phone.id, challengeId: 'kept', expiresAt: 1, sentAt: 0 }],
  ['of another shape', { factorId: phone.id, challengeId: 7 }],
])('sends a code where what is kept is a challenge %s', async (_, kept) => {
  sessionStorage.setItem('atrium.account.sent-code', JSON.stringify(kept));
  await openPhone();
  await screen.findByText(/A code is on its way/);
  expect(mfa.challenge).toHaveBeenCalledWith(phone.id);
});

test.each([
  ['over_sms_send_rate_limit', 429, /sent a moment ago/],
  ['sms_send_failed', 422, /could not be sent/],
  ['mfa_phone_verify_not_enabled', 422, /no codes to phones/],
])('says that no code could be sent (%s), and lets the person ask again', async (errorCode, status, text) => {
  mfa.challenge.mockRejectedValueOnce(actionError('challenge', { code: errorCode, status }));
  await openPhone();
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.queryByLabelText('Code')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await code()).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('waits as long as the service says before it sends a code again', async () => {
  mfa.challenge.mockRejectedValue(actionError('challenge', { code: 'over_sms_send_rate_limit', status: 429, retryAfterSeconds: 45 }));
  await openPhone();
  expect(await screen.findByText(/You can try again in (45|44) s\./)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
  expect(mfa.challenge).toHaveBeenCalledTimes(1);
});
