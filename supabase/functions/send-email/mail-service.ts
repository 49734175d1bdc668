import type { AddressedMail } from './addressed-mails.ts';
import { HookError } from './hook-error.ts';
import type { Settings } from './settings.ts';

/**
 * Hands mails to a mail service: all of them, or none.
 *
 * @param key the same when a request is repeated, so that no recipient gets a mail twice
 * @throws HookError if the service did not accept them
 */
type SendMails = (mails: readonly AddressedMail[], key: string) => Promise<void>;

/** The mail service that the settings name. */
export function createMailService({ provider, from }: Settings, fetcher: typeof fetch): SendMails {
  switch (provider.name) {
    case 'resend':
      return createResend(provider.key, from, fetcher);
  }
}

/** Milliseconds to wait for a mail service. The auth service gives the whole function 5 s (supabase/auth, `internal/hooks/hookshttp`). */
const TIME_LIMIT_MS = 4000;

const MESSAGE = 'The mail could not be sent. Try again in a few minutes.';

/** Sends through Resend (https://resend.com/docs/api-reference/emails/send-batch-emails). */
function createResend(apiKey: string, from: string, fetcher: typeof fetch): SendMails {
  return async (mails, key) => {
    const status = await post(mails, key);
    if (status < 200 || status > 299) throw new HookError(MESSAGE, `Resend responded with status ${status}`);
  };

  async function post(mails: readonly AddressedMail[], key: string): Promise<number> {
    try {
      const response = await fetcher('https://api.resend.com/emails/batch', {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(mails.map(({ to, subject, html, text }) => ({ from, to: [to], subject, html, text }))),
        signal: AbortSignal.timeout(TIME_LIMIT_MS),
      });
      await response.body?.cancel();
      return response.status;
    } catch (cause) {
      throw new HookError(MESSAGE, 'Resend did not respond', cause);
    }
  }
}
