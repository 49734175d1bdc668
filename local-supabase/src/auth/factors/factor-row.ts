import * as v from 'valibot';

/** A row of `auth.mfa_factors`, without its secret. Times are ISO 8601. */
export const factorRow = v.object({
  id: v.string(),
  user_id: v.string(),
  created_at: v.string(),
  updated_at: v.string(),
  status: v.picklist(['unverified', 'verified']),
  friendly_name: v.nullable(v.string()),
  factor_type: v.picklist(['totp', 'phone', 'webauthn']),
  /** Digits without the plus sign. */
  phone: v.nullable(v.string()),
  last_challenged_at: v.nullable(v.string()),
});

/** See factorRow. */
export type FactorRow = v.InferOutput<typeof factorRow>;

/** The factors of a user as a JSON array, oldest first; the table of users must be called `u`. */
export const factorsOfUser = `coalesce((select json_agg(f order by f.created_at) from (
    select id, user_id, created_at, updated_at, status, friendly_name, factor_type, phone, last_challenged_at
    from auth.mfa_factors where user_id = u.id) f), '[]'::json)`;

/** Whether a person has a second factor that counts. */
export function hasVerifiedFactor(user: { factors: readonly FactorRow[] }): boolean {
  return user.factors.some((factor) => factor.status === 'verified');
}
