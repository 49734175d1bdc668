import * as v from 'valibot';
import type { Queries } from '../../database/database.ts';
import { AuthError, invalid } from '../auth-error.ts';
import { readBody, text } from '../call.ts';
import type { Call, Endpoint } from '../call.ts';
import { challengeEnd, createChallenge } from '../factors/challenge-row.ts';
import type { FactorRow } from '../factors/factor-row.ts';
import { authenticateSession, factorOfPath, requireVerifiable } from '../factors/own-factor.ts';
import { generateOtp } from '../tokens/one-time-token.ts';

const sender = 'local-supabase';

/** `POST /factors/:factorId/challenge`: asks for a code of a factor; a phone is sent one. */
export const factorChallenge: Endpoint = {
  method: 'POST',
  path: '/factors/:factorId/challenge',
  async handle(call) {
    const { user } = await authenticateSession(call);
    const factor = factorOfPath(call, user);
    call.auth.limiters.countRequest('factorChallenge', call);
    requireVerifiable(call, factor);
    if (factor.factor_type === 'phone') requireSendable(call, factor);
    const challenge = await call.auth.database.transaction(async (queries) => {
      const otp = factor.factor_type === 'phone' ? await sendCode(call, queries, factor) : undefined;
      return createChallenge(queries, factor.id, call.ip, otp);
    });
    if (!challenge) throw new AuthError('Database error creating challenge', { status: 500, code: 'unexpected_failure' });
    const expiresAt = Math.floor(challengeEnd(challenge, call.auth.settings.mfa.challengeExpiry) / 1000);
    return { body: { id: challenge.id, type: factor.factor_type, expires_at: expiresAt } };
  },
};

/** @throws AuthError `validation_failed` for another channel than SMS, `over_sms_send_rate_limit` when the last SMS is too young */
function requireSendable(call: Call, factor: FactorRow): void {
  const { channel } = readBody(call, v.object({ channel: text }));
  if (channel !== '' && channel !== 'sms') {
    throw invalid(
      "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
    );
  }
  if (factor.last_challenged_at === null) return;
  const left = (Date.parse(factor.last_challenged_at) - Date.now()) / 1000 + call.auth.settings.mfa.phoneInterval;
  if (left > 0) {
    throw new AuthError(`For security purposes, you can only request this after ${String(Math.floor(left))} seconds.`, {
      status: 429,
      code: 'over_sms_send_rate_limit',
      retryAfter: Math.ceil(left),
    });
  }
}

/** Puts an SMS with a new code into the inbox. Returns the code. */
async function sendCode(call: Call, queries: Queries, factor: FactorRow): Promise<string> {
  const { messages, settings } = call.auth;
  const otp = generateOtp(settings.mfa.phoneOtpLength);
  const content = settings.mfa.phoneTemplate.replace(/\{\{\s*\.Code\s*\}\}/g, otp);
  await messages.add(queries, { channel: 'sms', from: sender, to: `+${factor.phone ?? ''}`, subject: 'SMS', text: content, html: null });
  return otp;
}
