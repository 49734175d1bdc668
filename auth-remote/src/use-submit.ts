import { ActionError } from '@atrium/auth-core/errors';
import { useState, type SyntheticEvent } from 'react';
import { clientText } from './client-messages.ts';

/** Texts for codes that mean something else in one form. */
interface OwnMessages {
  readonly [code: string]: Parameters<typeof clientText>[0];
}

/** The state of a form's work. */
interface Submit {
  readonly isBusy: boolean;
  readonly onSubmit: (event: SyntheticEvent) => void;
}

/**
 * Runs the work of a form, once at a time.
 * @param work resolves to `cancelled` if another attempt has replaced it
 * @param showError receives why a run failed, and null after one that succeeded. Forms that can be submitted in several ways show the error of the last run only.
 */
export function useSubmit(work: () => Promise<unknown>, showError: (error: string | null) => void, own: OwnMessages = {}): Submit {
  const [isBusy, setBusy] = useState(false);

  async function run(form: Element): Promise<void> {
    setBusy(true);
    try {
      // Another attempt has replaced this one, and shows its own error.
      if ((await work()) !== 'cancelled') showError(null);
    } catch (failure) {
      showError(explainFailure(failure, own));
      // Selects the wrong entry, so that typing replaces it.
      const field = form.querySelector<HTMLInputElement>('input:not([hidden])');
      field?.focus();
      field?.select();
    } finally {
      setBusy(false);
    }
  }

  return {
    isBusy,
    onSubmit: (event: SyntheticEvent) => {
      event.preventDefault();
      if (!isBusy) void run(event.currentTarget);
    },
  };
}

/**
 * Error codes of the auth service (supabase/auth, internal/api/apierrors), and our own, that a log-in can fail with. The
 * service reports an answered challenge as a mismatch of IP addresses.
 */
const MESSAGES = {
  other_user: 'confirm.otherUser',
  passkey_cancelled: 'confirm.passkeyCancelled',
  passkey_unsupported: 'confirm.passkeyUnsupported',
  webauthn_verification_failed: 'confirm.passkeyRemoved',
  invalid_credentials: 'again.wrongPassword',
  user_banned: 'again.banned',
  network: 'again.network',
  timeout: 'again.timeout',
  mfa_verification_failed: 'again.wrongCode',
  // If Twilio Verify checks the codes.
  otp_expired: 'again.wrongCode',
  mfa_challenge_expired: 'again.challengeExpired',
  mfa_ip_address_mismatch: 'again.challengeUsed',
  mfa_factor_not_found: 'again.factorGone',
  mfa_phone_verify_not_enabled: 'again.phoneNotEnabled',
  mfa_totp_verify_not_enabled: 'again.totpNotEnabled',
} as const;

const MESSAGE_BY_CODE = new Map(Object.entries(MESSAGES));

/** The text for a failed log-in. The service's own message is for developers: it stays in the state and the log. */
export function explainFailure(failure: unknown, own: OwnMessages = {}): string {
  if (!(failure instanceof ActionError)) return clientText('again.failed');
  const { code, status, retryAfterSeconds } = failure;
  const ownText = own[code];
  if (ownText !== undefined) return clientText(ownText);
  if (status === 429) {
    return retryAfterSeconds === null
      ? clientText('again.tooManyTries')
      // The service rounds down to 0.
      : clientText('again.tooManyTriesFor', { count: Math.max(1, retryAfterSeconds) });
  }
  return clientText(MESSAGE_BY_CODE.get(code) ?? 'again.failed');
}
