import type { FactorRow, UserRow } from './users.ts';

/** A user as the API returns it (GoTrue's models.User), without times that are not set. */
export function userJson(user: UserRow): Record<string, unknown> {
  return {
    id: user.id,
    aud: user.aud ?? '',
    role: user.role ?? '',
    email: user.email ?? '',
    ...times({ email_confirmed_at: user.email_confirmed_at, invited_at: user.invited_at }),
    phone: user.phone ?? '',
    ...times({
      phone_confirmed_at: user.phone_confirmed_at,
      confirmation_sent_at: user.confirmation_sent_at,
      confirmed_at: user.confirmed_at,
      recovery_sent_at: user.recovery_sent_at,
    }),
    ...(user.email_change === '' ? {} : { new_email: user.email_change }),
    ...times({
      email_change_sent_at: user.email_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
    }),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    ...(user.factors.length === 0 ? {} : { factors: user.factors.map(factorJson) }),
    identities: user.identities.map((identity) => ({
      identity_id: identity.id,
      id: identity.provider_id,
      user_id: identity.user_id,
      identity_data: identity.identity_data ?? {},
      provider: identity.provider,
      ...times({ last_sign_in_at: identity.last_sign_in_at }),
      created_at: utc(identity.created_at),
      updated_at: utc(identity.updated_at),
      ...(identity.email === null ? {} : { email: identity.email }),
    })),
    created_at: utc(user.created_at),
    updated_at: utc(user.updated_at),
    ...times({ banned_until: user.banned_until }),
    is_anonymous: user.is_anonymous,
  };
}

/** A factor as the API returns it (GoTrue's models.Factor). */
export function factorJson(factor: FactorRow): Record<string, unknown> {
  return {
    id: factor.id,
    created_at: utc(factor.created_at),
    updated_at: utc(factor.updated_at),
    status: factor.status,
    ...(factor.friendly_name === null || factor.friendly_name === '' ? {} : { friendly_name: factor.friendly_name }),
    factor_type: factor.factor_type,
    phone: factor.phone ?? '',
    last_challenged_at: factor.last_challenged_at === null ? null : utc(factor.last_challenged_at),
  };
}

/** A time as the API returns it: ISO 8601 with `Z`. */
function utc(time: string): string {
  return time.replace('+00:00', 'Z');
}

/** Times as JSON fields, without those that are not set. */
function times(entries: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).flatMap(([name, time]) => (time === null ? [] : [[name, utc(time)]])));
}
