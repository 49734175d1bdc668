import { now, type Account } from './account.ts';
import { AuthRefusal, invalid } from './auth-refusal.ts';

const SHORTEST_PASSWORD = 6;

/** The accounts of the fake's auth service. */
export class Accounts {
  readonly #accounts: Account[] = [];

  byEmail(email: string): Account | undefined {
    return this.#accounts.find((account) => account.email === email.toLowerCase());
  }

  /** Adds an account that the service does not know yet. */
  add({ id = crypto.randomUUID(), email, password, userMetadata = {}, appMetadata = {}, confirmed }: {
    readonly id?: string;
    readonly email: string;
    readonly password: string;
    readonly userMetadata?: Readonly<Record<string, unknown>>;
    readonly appMetadata?: Readonly<Record<string, unknown>>;
    readonly confirmed: boolean;
  }): Account {
    const time = now();
    const account: Account = {
      id,
      email: email.toLowerCase(),
      password,
      userMetadata: { ...userMetadata, sub: id, email: email.toLowerCase(), email_verified: confirmed, phone_verified: false },
      appMetadata: { provider: 'email', providers: ['email'], ...appMetadata },
      createdAt: time,
      updatedAt: time,
      confirmedAt: confirmed ? time : null,
      lastSignInAt: null,
      newEmail: null,
      factors: [],
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

  remove(account: Account): void {
    this.#accounts.splice(this.#accounts.indexOf(account), 1);
  }
}

/** Marks an address as confirmed. */
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

/** The stored form of an address. @throws AuthRefusal */
export function readEmail(email: string): string {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw invalid('Unable to validate email address: invalid format');
  return email.toLowerCase();
}
