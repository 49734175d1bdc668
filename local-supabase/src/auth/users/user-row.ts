import * as v from 'valibot';
import { factorRow, factorsOfUser } from '../factors/factor-row.ts';

const time = v.nullable(v.string());
const json = v.nullable(v.record(v.string(), v.unknown()));

const identityRow = v.object({
  id: v.string(),
  provider_id: v.string(),
  user_id: v.string(),
  identity_data: json,
  provider: v.string(),
  last_sign_in_at: time,
  created_at: v.string(),
  updated_at: v.string(),
  email: v.nullable(v.string()),
});

/** A row of `auth.users` with the identities and factors that belong to it. Times are ISO 8601. */
export const userRow = v.object({
  id: v.string(),
  aud: v.nullable(v.string()),
  role: v.nullable(v.string()),
  email: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  encrypted_password: v.nullable(v.string()),
  email_confirmed_at: time,
  phone_confirmed_at: time,
  confirmed_at: time,
  invited_at: time,
  confirmation_token: v.string(),
  confirmation_sent_at: time,
  recovery_token: v.string(),
  recovery_sent_at: time,
  email_change: v.string(),
  email_change_token_new: v.string(),
  email_change_token_current: v.string(),
  email_change_sent_at: time,
  email_change_confirm_status: v.number(),
  reauthentication_token: v.string(),
  reauthentication_sent_at: time,
  last_sign_in_at: time,
  raw_app_meta_data: json,
  raw_user_meta_data: json,
  created_at: v.string(),
  updated_at: v.string(),
  banned_until: time,
  is_anonymous: v.boolean(),
  identities: v.array(identityRow),
  factors: v.array(factorRow),
});

/** See userRow. */
export type UserRow = v.InferOutput<typeof userRow>;

/** The columns of userRow; the table must be called `u`. */
export const userColumns = `
  u.id, u.aud, u.role, u.email, u.phone, u.encrypted_password, u.email_confirmed_at, u.phone_confirmed_at, u.confirmed_at,
  u.invited_at, u.confirmation_token, u.confirmation_sent_at, u.recovery_token, u.recovery_sent_at, u.email_change,
  u.email_change_token_new, u.email_change_token_current, u.email_change_sent_at, u.email_change_confirm_status,
  u.reauthentication_token, u.reauthentication_sent_at, u.last_sign_in_at, u.raw_app_meta_data, u.raw_user_meta_data,
  u.created_at, u.updated_at, u.banned_until, u.is_anonymous,
  coalesce((select json_agg(i order by i.created_at) from auth.identities i where i.user_id = u.id), '[]'::json) as identities,
  ${factorsOfUser} as factors`;
