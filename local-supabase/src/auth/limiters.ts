import { Limiter } from '../http/rate-limiter.ts';
import { AuthError } from './auth-error.ts';
import type { RateLimits } from './settings.ts';

/** Endpoints with a rate limit per client IP address. Each has its own bucket, as in GoTrue's apilimiter. */
type LimitedEndpoint = 'signup' | 'anonymous' | 'recover' | 'resend' | 'otp' | 'user' | 'token' | 'verify' | 'factorChallenge' | 'factorVerify' | 'passkeys';

/** The limiters of a running auth service. */
export class Limiters {
  readonly #byAddress: Record<LimitedEndpoint, Limiter | null>;
  readonly #mails: Limiter | null;
  readonly #sms: Limiter | null;

  constructor({ emailSent, smsSent, signInSignUps, anonymousUsers, tokenRefresh, tokenVerifications, challengeAndVerify, passkeys }: RateLimits) {
    const limiter = (rate: RateLimits['emailSent']): Limiter | null => (rate ? new Limiter(rate) : null);
    this.#mails = emailSent ? new Limiter(emailSent, Infinity) : null;
    this.#sms = smsSent ? new Limiter(smsSent, Infinity) : null;
    this.#byAddress = {
      signup: limiter(signInSignUps),
      anonymous: limiter(anonymousUsers),
      recover: limiter(signInSignUps),
      resend: limiter(signInSignUps),
      otp: limiter(signInSignUps),
      user: limiter(signInSignUps),
      token: limiter(tokenRefresh),
      verify: limiter(tokenVerifications),
      factorChallenge: limiter(challengeAndVerify),
      factorVerify: limiter(challengeAndVerify),
      passkeys: limiter(passkeys),
    };
  }

  /** Counts a request. @throws AuthError `over_request_rate_limit` */
  countRequest(endpoint: LimitedEndpoint, { ip }: { ip: string }): void {
    const retryAfter = this.#byAddress[endpoint]?.take(ip) ?? 0;
    if (retryAfter > 0) {
      throw new AuthError('Request rate limit reached', { status: 429, code: 'over_request_rate_limit', retryAfter });
    }
  }

  /** Counts a mail against the project's limit. @throws AuthError `over_email_send_rate_limit` */
  countMail(): void {
    const retryAfter = this.#mails?.take('') ?? 0;
    if (retryAfter > 0) throw tooManyMessages('over_email_send_rate_limit', 'email rate limit exceeded', retryAfter);
  }

  /** Counts an SMS against the project's limit. @throws AuthError `over_sms_send_rate_limit` */
  countSms(): void {
    const retryAfter = this.#sms?.take('') ?? 0;
    if (retryAfter > 0) throw tooManyMessages('over_sms_send_rate_limit', 'SMS rate limit exceeded', retryAfter);
  }
}

/** The errors about too many mails and too many SMS. */
type SendLimit = 'over_email_send_rate_limit' | 'over_sms_send_rate_limit';

/** @param interval minimum time between two messages, in seconds @throws AuthError with the code, when the last message is too recent */
export function requireSendInterval(sentAt: string | null, interval: number, code: SendLimit): void {
  if (sentAt === null) return;
  const left = (Date.parse(sentAt) - Date.now()) / 1000 + interval;
  if (left > 0) throw tooManyMessages(code, `For security purposes, you can only request this after ${String(Math.floor(left))} seconds.`, Math.ceil(left));
}

function tooManyMessages(code: SendLimit, message: string, retryAfter: number): AuthError {
  return new AuthError(message, { status: 429, code, retryAfter });
}
