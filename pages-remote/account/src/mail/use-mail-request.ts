import { useState } from 'react';
import { type ActionFailure, readActionFailure } from '../failure/action-failure.ts';
import { type AddressPause, MAIL_PAUSE_SECONDS, useAddressPause } from './use-address-pause.ts';

/** A request for a mail that does not reveal whether its email address has an account. */
interface MailRequest {
  /** The email address of the last request that succeeded; null before the first one, and while the next one is running. */
  readonly sentTo: string | null;
  readonly pauseFor: AddressPause['pauseFor'];
  /** Requests the mail. Rejects only with errors that any email address can get. */
  readonly send: (address: string) => Promise<void>;
}

/** Error codes of checks that the service makes before it looks up the account (supabase/auth, `internal/api`: `middleware.go`, `magic_link.go`, `recover.go` and `resend.go`). */
const CODES_BEFORE_LOOKUP = ['email_provider_disabled', 'over_request_rate_limit', 'validation_failed'];

/** Statuses with which a proxy in front of the service reports that it is down. A mail that takes too long is a 504. */
const SERVICE_DOWN_STATUSES = [502, 503];

/**
 * Whether a failure reveals that the email address has an account. The service reports rate limits and rejected email addresses only
 * after it tried to send the mail, and hooks of the site can refuse with any status.
 */
function revealsAccount({ isFromServer, code, status }: ActionFailure): boolean {
  return isFromServer && !CODES_BEFORE_LOOKUP.includes(code) && !SERVICE_DOWN_STATUSES.includes(status);
}

/**
 * Gives known and unknown email addresses the same result and the same pause: a failure that reveals an account counts as sent.
 * The sign-in state and the console still have it.
 *
 * @param name key under which the pause is stored
 * @param requestMail the action that asks the service
 * @param justSentTo an email address that a mail was sent to right before
 */
export function useMailRequest(name: string, requestMail: (address: string) => Promise<void>, justSentTo: string | null = null): MailRequest {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const pause = useAddressPause(name, justSentTo === null ? null : { address: justSentTo, seconds: MAIL_PAUSE_SECONDS });

  return {
    sentTo,
    pauseFor: pause.pauseFor,
    async send(address) {
      setSentTo(null);
      try {
        await requestMail(address);
      } catch (error) {
        const failure = readActionFailure(error);
        if (failure === null || !revealsAccount(failure)) {
          // Without a response, the user can retry immediately.
          if (failure?.isFromServer) pause.start(address, Math.max(MAIL_PAUSE_SECONDS, failure.retryAfterSeconds ?? 0));
          throw error;
        }
      }
      setSentTo(address);
      pause.start(address, MAIL_PAUSE_SECONDS);
    },
  };
}
