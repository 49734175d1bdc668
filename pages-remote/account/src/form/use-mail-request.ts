import { useState } from 'react';
import { type ActionFailure, readActionFailure } from '../failure/action-failure.ts';
import { MAIL_PAUSE_SECONDS } from './mail-pause.ts';
import { type AddressPause, useAddressPause } from './use-address-pause.ts';

/** A mail to an address of which nobody may learn here whether it has an account. */
export interface MailRequest {
  /** The address that was last answered with "sent"; null before, and while the next is asked for. */
  readonly sentTo: string | null;
  readonly pauseFor: AddressPause['pauseFor'];
  /** Asks for the mail. Rejects only with what is the same for every address. */
  readonly send: (address: string) => Promise<void>;
}

/** What the service refuses before it looks for the account (supabase/auth, `internal/api/recover.go` and `resend.go`). */
const BEFORE_THE_ACCOUNT = ['over_request_rate_limit', 'validation_failed'];

/** What stands before the service answers with while that is down, whatever it is asked. A mail that takes too long is a 504. */
const SERVICE_IS_DOWN = [502, 503];

/**
 * Whether a failure tells that the address has an account: a mail that is asked for too often, not allowed or not taken
 * is one that was tried, and what hooks of other people refuse with can have any status.
 */
function tellsOfAccount({ isAnswer, code, status }: ActionFailure): boolean {
  return isAnswer && !BEFORE_THE_ACCOUNT.includes(code) && !SERVICE_IS_DOWN.includes(status);
}

/**
 * Gives known and unknown addresses the same answer and the same pause: whatever the service says of the account's own
 * mail counts as sent. It is still in the sign-in state and in the console, as every failure is.
 *
 * @param name by which the pause is kept
 * @param ask the action of the sign-in that asks the service
 * @param justAsked an address that has been answered right now
 */
export function useMailRequest(
  name: string,
  ask: (address: string) => Promise<void>,
  justAsked: string | null = null,
): MailRequest {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const pause = useAddressPause(name, justAsked === null ? null : { address: justAsked, seconds: MAIL_PAUSE_SECONDS });

  return {
    sentTo,
    pauseFor: pause.pauseFor,
    async send(address) {
      setSentTo(null);
      try {
        await ask(address);
      } catch (error) {
        const failure = readActionFailure(error);
        if (failure === null || !tellsOfAccount(failure)) {
          // Without an answer, another try is what helps.
          if (failure?.isAnswer) pause.start(address, Math.max(MAIL_PAUSE_SECONDS, failure.retryAfterSeconds ?? 0));
          throw error;
        }
      }
      setSentTo(address);
      pause.start(address, MAIL_PAUSE_SECONDS);
    },
  };
}
