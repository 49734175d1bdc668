import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { AuthError, invalid } from '../auth-error.ts';
import { readBody, text } from '../call.ts';
import type { Answer, Call, Endpoint } from '../call.ts';
import { authenticateSession } from '../factors/own-factor.ts';
import type { SessionPerson } from '../factors/own-factor.ts';
import { phoneDigits } from '../factors/phone-number.ts';
import { requireRoom } from '../factors/require-room.ts';
import { createTotp } from '../factors/totp-code.ts';

const bodySchema = v.object({ friendly_name: text, factor_type: text, issuer: text, phone: text });
type Body = v.InferOutput<typeof bodySchema>;

/** `POST /factors`: begins to enrol a second factor. It counts once a code of it was verified. */
export const factorEnroll: Endpoint = {
  method: 'POST',
  path: '/factors',
  async handle(call) {
    const person = await authenticateSession(call);
    const body = readBody(call, bodySchema);
    const { mfa } = call.auth.settings;
    switch (body.factor_type) {
      case 'phone':
        if (!mfa.phoneEnrollEnabled) {
          throw new AuthError('MFA enroll is disabled for Phone', { status: 422, code: 'mfa_phone_enroll_not_enabled' });
        }
        return enrollPhone(call, person, body);
      case 'totp':
        if (!mfa.totpEnrollEnabled) throw new AuthError('MFA enroll is disabled for TOTP', { status: 422, code: 'mfa_totp_enroll_not_enabled' });
        return enrollTotp(call, person, body);
      case 'webauthn':
        throw new AuthError('MFA enroll is disabled for WebAuthn', { status: 422, code: 'mfa_webauthn_enroll_not_enabled' });
      default:
        throw invalid('factor_type needs to be totp, phone, or webauthn');
    }
  },
};

async function enrollTotp(call: Call, { user, session }: SessionPerson, body: Body): Promise<Answer> {
  const { database, settings } = call.auth;
  const issuer = body.issuer === '' ? new URL(settings.siteUrl).host : body.issuer;
  const totp = createTotp(issuer, user.email ?? '');
  const id = randomUUID();
  await database.transaction(async (queries) => {
    await requireRoom(queries, session, body.friendly_name, settings.mfa);
    await queries.run(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret) values ($1, $2, $3, 'totp', 'unverified', $4)`,
      [id, user.id, body.friendly_name, totp.secret],
    );
  });
  return { body: { id, type: 'totp', friendly_name: body.friendly_name, totp } };
}

async function enrollPhone(call: Call, { user, session }: SessionPerson, body: Body): Promise<Answer> {
  const { database, settings } = call.auth;
  if (body.phone === '') throw invalid('Phone number required to enroll Phone factor');
  const phone = phoneDigits(body.phone);
  if (phone === undefined) throw invalid('Invalid phone number format (E.164 required)');
  if (user.factors.some((factor) => factor.phone === phone && factor.status === 'verified')) {
    throw new AuthError('A verified phone factor already exists, unenroll the existing factor to continue', {
      status: 422,
      code: 'mfa_verified_factor_exists',
    });
  }
  const id = randomUUID();
  await database.transaction(async (queries) => {
    await queries.run(`delete from auth.mfa_factors where user_id = $1 and phone = $2 and status = 'unverified'`, [user.id, phone]);
    await requireRoom(queries, session, body.friendly_name, settings.mfa);
    await queries.run(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, phone) values ($1, $2, $3, 'phone', 'unverified', $4)`,
      [id, user.id, body.friendly_name, phone],
    );
  });
  return { body: { id, type: 'phone', friendly_name: body.friendly_name, phone: body.phone } };
}
