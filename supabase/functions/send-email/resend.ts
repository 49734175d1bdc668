import { HookError } from './hook-error.ts';
import type { SendMails } from './mail-service.ts';

/** The auth service gives the whole function 5 s (supabase/auth, `internal/hooks/hookshttp`), so the answer has to come before, in milliseconds. */
const TIME_LIMIT = 4000;

const MESSAGE = 'The mail could not be sent. Try again in a few minutes.';

/** Sends through Resend (https://resend.com/docs/api-reference/emails/send-batch-emails). */
export function createResend(apiKey: string, from: string, fetcher: typeof fetch): SendMails {
  return async (mails, key) => {
    const status = await post(mails, key);
    if (status < 200 || status > 299) throw new HookError(MESSAGE, `Resend answered ${status}`);
  };

  async function post(mails: Parameters<SendMails>[0], key: string): Promise<number> {
    try {
      const answer = await fetcher('https://api.resend.com/emails/batch', {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(mails.map(({ to, subject, html, text }) => ({ from, to: [to], subject, html, text }))),
        signal: AbortSignal.timeout(TIME_LIMIT),
      });
      await answer.body?.cancel();
      return answer.status;
    } catch (cause) {
      throw new HookError(MESSAGE, 'Resend gave no answer', cause);
    }
  }
}
