import type { FactorType } from '../../contract/auth-mfa.ts';

/** A second factor as the fake's auth service keeps it. */
export interface StoredFactor {
  readonly id: string;
  readonly type: FactorType;
  readonly friendlyName: string;
  /** Digits of a phone factor's number, without `+`; else null. */
  readonly phone: string | null;
  /** Secret of an authenticator app (base32), else null. */
  readonly secret: string | null;
  readonly createdAt: string;
  status: 'verified' | 'unverified';
  lastChallengedAt: string | null;
}

/** Somebody who has an account at the fake's auth service. Times are ISO 8601. */
export interface Account {
  readonly id: string;
  email: string;
  password: string;
  userMetadata: Record<string, unknown>;
  appMetadata: Record<string, unknown>;
  readonly createdAt: string;
  updatedAt: string;
  confirmedAt: string | null;
  lastSignInAt: string | null;
  /** The address that a change asked for and did not confirm yet. */
  newEmail: string | null;
  readonly factors: StoredFactor[];
}

/** A factor as the service shows it (GoTrue's models.Factor). */
export function factorJson(factor: StoredFactor): Record<string, unknown> {
  return {
    id: factor.id,
    created_at: factor.createdAt,
    updated_at: factor.createdAt,
    status: factor.status,
    ...(factor.friendlyName !== '' && { friendly_name: factor.friendlyName }),
    factor_type: factor.type,
    phone: factor.phone ?? '',
    last_challenged_at: factor.lastChallengedAt,
  };
}

/** Somebody as the service shows them (GoTrue's models.User). Times that are not set are left out. */
export function userJson(account: Account): Record<string, unknown> {
  const { confirmedAt, lastSignInAt, newEmail } = account;
  return {
    id: account.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: account.email,
    phone: '',
    ...(confirmedAt !== null && { email_confirmed_at: confirmedAt, confirmed_at: confirmedAt }),
    ...(lastSignInAt !== null && { last_sign_in_at: lastSignInAt }),
    ...(newEmail !== null && { new_email: newEmail }),
    app_metadata: account.appMetadata,
    user_metadata: account.userMetadata,
    ...(account.factors.length > 0 && { factors: account.factors.map(factorJson) }),
    identities: [
      {
        identity_id: account.id,
        id: account.id,
        user_id: account.id,
        identity_data: { sub: account.id, email: account.email, email_verified: confirmedAt !== null, phone_verified: false },
        provider: 'email',
        created_at: account.createdAt,
        updated_at: account.updatedAt,
        email: account.email,
      },
    ],
    created_at: account.createdAt,
    updated_at: account.updatedAt,
    is_anonymous: false,
  };
}

/** Now, as the service writes times. */
export function now(): string {
  return new Date().toISOString();
}
