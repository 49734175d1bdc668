import type { FactorType } from '../../contract/auth-mfa.ts';
import { AuthRefusal, invalid } from './auth-refusal.ts';

/** A second factor, as the fake auth service stores it. */
export interface StoredFactor {
  readonly id: string;
  readonly type: FactorType;
  friendlyName: string;
  /** Digits of a phone factor's number, without `+`; else null. */
  readonly phone: string | null;
  /** Secret of an authenticator app (base32), else null. */
  readonly secret: string | null;
  readonly createdAt: string;
  status: 'verified' | 'unverified';
  lastChallengedAt: string | null;
}

/** Recovery codes, as the fake auth service stores them. */
export interface StoredRecoveryCodes {
  readonly id: string;
  readonly total: number;
  readonly unused: Set<string>;
  /** Wrong codes in a row. */
  failures: number;
}

/** A passkey, as the fake auth service stores it. Times are ISO 8601. */
export interface StoredPasskey {
  readonly id: string;
  readonly credentialId: string;
  name: string;
  readonly createdAt: string;
  lastUsedAt: string | null;
}

/** An account of another provider, as the fake auth service stores it. */
interface StoredIdentity {
  readonly id: string;
  readonly provider: string;
  readonly email: string;
  readonly createdAt: string;
}

/** A user's account at the fake auth service. Times are ISO 8601. */
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
  /** The new email address of a change that is not confirmed yet. */
  newEmail: string | null;
  readonly factors: StoredFactor[];
  recoveryCodes: StoredRecoveryCodes | null;
  readonly passkeys: StoredPasskey[];
  /** False for an account that only other providers log in. */
  hasEmailIdentity: boolean;
  /** Of other providers than `email`. */
  identities: StoredIdentity[];
}

/** A factor in a response (GoTrue's models.Factor). */
function factorJson(factor: StoredFactor): Record<string, unknown> {
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

/** The entry of recovery codes among the factors of a response; none without codes. */
function recoveryCodesJson({ recoveryCodes, createdAt }: Account): Record<string, unknown>[] {
  if (recoveryCodes === null) return [];
  const { id } = recoveryCodes;
  return [{ id, created_at: createdAt, updated_at: createdAt, status: 'verified', friendly_name: 'Recovery codes', factor_type: 'recovery_code' }];
}

/** The identity of an account that logs in with its email address (GoTrue's models.Identity). */
function emailIdentityJson({ id, email, confirmedAt, createdAt, updatedAt }: Account): Record<string, unknown> {
  return {
    identity_id: id,
    id,
    user_id: id,
    identity_data: { sub: id, email, email_verified: confirmedAt !== null, phone_verified: false },
    provider: 'email',
    created_at: createdAt,
    updated_at: updatedAt,
    email,
  };
}

/** The `app_metadata` of a response or a token. `provider` is the first one. */
export function appMetadataOf({ appMetadata, hasEmailIdentity, identities }: Account): Record<string, unknown> {
  const providers = [...new Set([...(hasEmailIdentity ? ['email'] : []), ...identities.map(({ provider }) => provider)])];
  return { provider: providers[0], providers, ...appMetadata };
}

/** A user in a response (GoTrue's models.User). Times that are not set are omitted. */
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
    app_metadata: appMetadataOf(account),
    user_metadata: account.userMetadata,
    ...(account.factors.length > 0 && { factors: [...account.factors.map(factorJson), ...recoveryCodesJson(account)] }),
    identities: [
      ...(account.hasEmailIdentity ? [emailIdentityJson(account)] : []),
      ...account.identities.map(({ id, provider, email, createdAt }) => ({
        identity_id: id,
        id: email,
        user_id: account.id,
        identity_data: { sub: email, email, email_verified: true },
        provider,
        created_at: createdAt,
        updated_at: createdAt,
        email,
      })),
    ],
    created_at: account.createdAt,
    updated_at: account.updatedAt,
    is_anonymous: false,
  };
}

/** The current time, as the service writes times. */
export function now(): string {
  return new Date().toISOString();
}

const SHORTEST_PASSWORD = 6;

/** The accounts of the fake auth service. */
export class Accounts {
  readonly #accounts: Account[] = [];

  byEmail(email: string): Account | undefined {
    return this.#accounts.find((account) => account.email === email.toLowerCase());
  }

  /** Adds an account with a new email address. */
  add({ id = crypto.randomUUID(), email, password, userMetadata = {}, appMetadata = {}, confirmed, hasEmailIdentity = true }: {
    readonly id?: string;
    readonly email: string;
    readonly password: string;
    readonly userMetadata?: Readonly<Record<string, unknown>>;
    readonly appMetadata?: Readonly<Record<string, unknown>>;
    readonly confirmed: boolean;
    readonly hasEmailIdentity?: boolean;
  }): Account {
    const time = now();
    const account: Account = {
      id,
      email: email.toLowerCase(),
      password,
      userMetadata: { ...userMetadata, sub: id, email: email.toLowerCase(), email_verified: confirmed, phone_verified: false },
      appMetadata: { ...appMetadata },
      createdAt: time,
      updatedAt: time,
      confirmedAt: confirmed ? time : null,
      lastSignInAt: null,
      newEmail: null,
      factors: [],
      recoveryCodes: null,
      passkeys: [],
      hasEmailIdentity,
      identities: [],
    };
    this.#accounts.push(account);
    return account;
  }

  list(): readonly Account[] {
    return this.#accounts;
  }

  byId(id: string): Account | undefined {
    return this.#accounts.find((account) => account.id === id);
  }

  /** The account that an account of another provider logs in. */
  byIdentity(provider: string, email: string): Account | undefined {
    return this.#accounts.find(({ identities }) => identities.some((identity) => identity.provider === provider && identity.email.toLowerCase() === email));
  }

  byPasskey(credentialId: string): Account | undefined {
    return this.#accounts.find(({ passkeys }) => passkeys.some((passkey) => passkey.credentialId === credentialId));
  }

  remove(account: Account): void {
    this.#accounts.splice(this.#accounts.indexOf(account), 1);
  }
}

/** Marks an email address as confirmed. */
export function confirm(account: Account): void {
  account.confirmedAt ??= now();
  account.userMetadata = { ...account.userMetadata, email_verified: true };
}

/** @throws AuthRefusal `weak_password` */
export function requireStrength(password: string): void {
  if (password.length >= SHORTEST_PASSWORD) return;
  throw new AuthRefusal(`Password should be at least ${SHORTEST_PASSWORD} characters.`, {
    status: 422,
    code: 'weak_password',
    weakPassword: ['length'],
  });
}

/** The stored form of an email address. @throws AuthRefusal */
export function readEmail(email: string): string {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw invalid('Unable to validate email address: invalid format');
  return email.toLowerCase();
}
