import type { AddressedMail } from './addressed-mails.ts';
import { createResend } from './resend.ts';
import type { Settings } from './settings.ts';

/**
 * Hands mails over to whoever delivers them: all of them, or none.
 *
 * @param key the same for a request that is tried again, so that nobody gets a mail twice
 * @throws HookError when they were not taken
 */
export type SendMails = (mails: readonly AddressedMail[], key: string) => Promise<void>;

/** The mail service that the settings name. */
export function createMailService({ provider, from }: Settings, fetcher: typeof fetch): SendMails {
  switch (provider.name) {
    case 'resend':
      return createResend(provider.key, from, fetcher);
  }
}
