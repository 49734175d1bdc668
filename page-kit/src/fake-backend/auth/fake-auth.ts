import type { AssuranceLevel, FactorType } from '../../contract/auth-mfa.ts';
import { Accounts, now, type Account, type StoredFactor, type StoredPasskey } from './accounts.ts';
import type { AuthCall, AuthEndpoint, AuthParts } from './auth-call.ts';
import { AuthRefusal } from './auth-refusal.ts';
import { challengeFactor, enrolFactor, removeFactor, verifyFactor } from './factors.ts';
import { logOut, otp, readUser, recover, resend, signUp, token, updateUser, verifyLink } from './endpoints.ts';
import { ProviderFlows } from './provider-flows.ts';
import { authorize, authorizeLinking, providerCallback, unlinkIdentity } from './providers.ts';
import { createRecoveryCodes, readRecoveryCodes, removeRecoveryCodes, renewRecoveryCodes, verifyRecoveryCode } from './recovery-codes.ts';
import { addPasskey, listPasskeys, passkeyChallenge, passkeyLogin, passkeyRegistration, removePasskey, renamePasskey } from './passkeys.ts';
import { Mailbox, type Mail, type TextMessage } from './mailbox.ts';
import { Sessions, SigningKey, type StoredSession, type Tokens } from './sessions.ts';
import { codeAt, newSecret } from './totp.ts';

/** A user to add to the fake backend. */
export interface NewPerson {
  /** Email address, which counts as confirmed. */
  readonly email: string;
  /** At least six characters; `correct horse` by default. */
  readonly password?: string;
  /** An account without a password, which a mailed code created; with `linked` accounts, one that only they log in. */
  readonly withoutPassword?: boolean;
  /** User id; a random UUID by default. */
  readonly id?: string;
  /** Stored in `user_metadata.name`. */
  readonly name?: string;
  /** The user's permissions (`app_metadata.permissions`). */
  readonly permissions?: readonly string[];
  /** Passkeys. `createdAt` (ISO 8601) is now by default. */
  readonly passkeys?: readonly { readonly name: string; readonly createdAt?: string; readonly lastUsedAt?: string | null }[];
  /** Linked accounts of other providers. `createdAt` (ISO 8601) is now by default. */
  readonly linked?: readonly { readonly provider: string; readonly email: string; readonly createdAt?: string }[];
  /** Unused recovery codes, for people with a factor, each in lower case and without separators. With them, {@link FakeAuth.allowsRecoveryCodes} is set. */
  readonly recoveryCodes?: readonly string[];
  /** Verified second factors. `createdAt` (ISO 8601) is now by default. */
  readonly factors?: readonly { readonly type: FactorType; readonly friendlyName?: string; readonly phone?: string; readonly createdAt?: string }[];
}

/** A user of the fake backend. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

const ENDPOINTS: readonly (readonly [method: string, path: RegExp, endpoint: AuthEndpoint])[] = [
  ['POST', /^\/signup$/, signUp],
  ['POST', /^\/token$/, token],
  ['POST', /^\/logout$/, logOut],
  ['POST', /^\/recover$/, recover],
  ['POST', /^\/resend$/, resend],
  ['POST', /^\/otp$/, otp],
  ['POST', /^\/verify$/, verifyLink],
  ['GET', /^\/user$/, readUser],
  ['PUT', /^\/user$/, updateUser],
  ['GET', /^\/authorize$/, authorize],
  ['GET', /^\/user\/identities\/authorize$/, authorizeLinking],
  ['GET', /^\/callback$/, providerCallback],
  ['DELETE', /^\/user\/identities\/([^/]+)$/, unlinkIdentity],
  ['POST', /^\/factors$/, enrolFactor],
  ['GET', /^\/factors\/recovery-codes$/, readRecoveryCodes],
  ['POST', /^\/factors\/recovery-codes$/, createRecoveryCodes],
  ['POST', /^\/factors\/recovery-codes\/regenerate$/, renewRecoveryCodes],
  ['POST', /^\/factors\/recovery-codes\/verify$/, verifyRecoveryCode],
  ['DELETE', /^\/factors\/recovery-codes$/, removeRecoveryCodes],
  ['POST', /^\/factors\/([^/]+)\/challenge$/, challengeFactor],
  ['POST', /^\/factors\/([^/]+)\/verify$/, verifyFactor],
  ['DELETE', /^\/factors\/([^/]+)$/, removeFactor],
  ['GET', /^\/passkeys$/, listPasskeys],
  ['POST', /^\/passkeys\/registration\/options$/, passkeyRegistration],
  ['POST', /^\/passkeys\/registration\/verify$/, addPasskey],
  ['POST', /^\/passkeys\/authentication\/options$/, passkeyChallenge],
  ['POST', /^\/passkeys\/authentication\/verify$/, passkeyLogin],
  ['PATCH', /^\/passkeys\/([^/]+)$/, renamePasskey],
  ['DELETE', /^\/passkeys\/([^/]+)$/, removePasskey],
];

/** The auth service of the fake backend: `/auth/v1`, and its users. */
export class FakeAuth {
  /** Whether new users must confirm their email address with a mailed link. */
  confirmsAddresses = false;
  /** Whether the project allows passkeys. Call `device.offerPasskeys()` instead to let the browser use them, too. */
  allowsPasskeys = false;
  /** Whether the auth service has recovery codes for people with a second factor. */
  allowsRecoveryCodes = false;
  /** The providers that the project allows. Call `device.offerProviders()` instead to let pages offer them, too. */
  allowedProviders: readonly string[] = [];
  readonly #key = new SigningKey();
  readonly #parts: AuthParts;

  constructor(issuer: string) {
    this.#parts = {
      issuer,
      accounts: new Accounts(),
      sessions: new Sessions(this.#key, issuer),
      mailbox: new Mailbox(),
      confirmsAddresses: () => this.confirmsAddresses,
      allowsPasskeys: () => this.allowsPasskeys,
      allowsRecoveryCodes: () => this.allowsRecoveryCodes,
      allowedProviders: () => this.allowedProviders,
      providerFlows: new ProviderFlows(),
      ceremonies: new Map(),
      challenges: new Map(),
    };
  }

  /** Sent mails, the newest last. */
  get mails(): readonly Mail[] {
    return this.#parts.mailbox.mails;
  }

  /** Sent text messages, the newest last. */
  get textMessages(): readonly TextMessage[] {
    return this.#parts.mailbox.textMessages;
  }

  /** Registers a user with a confirmed email address. */
  addPerson({ email, withoutPassword = false, password = withoutPassword ? crypto.randomUUID() : 'correct horse', id, name, permissions, factors = [], recoveryCodes, passkeys = [], linked = [] }: NewPerson): Person {
    const account = this.#parts.accounts.add({
      email,
      password,
      confirmed: true,
      ...(id !== undefined && { id }),
      userMetadata: { ...(name !== undefined && { name }), ...(withoutPassword && linked.length === 0 && { needs_password: true }) },
      hasEmailIdentity: !withoutPassword || linked.length === 0,
      ...(permissions && { appMetadata: { permissions } }),
    });
    account.factors.push(...factors.map(storedFactor));
    if (recoveryCodes) {
      this.allowsRecoveryCodes = true;
      account.recoveryCodes = { id: crypto.randomUUID(), total: recoveryCodes.length, unused: new Set(recoveryCodes), failures: 0 };
    }
    account.identities.push(...linked.map(({ provider, email: theirs, createdAt = now() }) => ({ id: crypto.randomUUID(), provider, email: theirs, createdAt })));
    account.passkeys.push(...passkeys.map(({ name: own, createdAt = now(), lastUsedAt = null }) => ({ id: crypto.randomUUID(), credentialId: crypto.randomUUID(), name: own, createdAt, lastUsedAt })));
    return { id: account.id, email: account.email, password };
  }

  /** Whether an email address has an account. */
  hasAccount(email: string): boolean {
    return this.#parts.accounts.byEmail(email) !== undefined;
  }

  /** The id of a user. */
  idOf(email: string): string {
    return this.#account(email).id;
  }

  /** Logs a user in, as on another device. `userAgent` is what the list of the user's sessions shows of it. */
  openSession(email: string, aal: AssuranceLevel = 'aal1', userAgent: string | null = null, minutesAgo = 0): Promise<Tokens> {
    return this.#parts.sessions.open(this.#account(email), 'password', aal, userAgent, minutesAgo);
  }

  /** The sessions of a user that have not ended, the oldest first. */
  sessionsOf(id: string): readonly Readonly<StoredSession>[] {
    return this.#parts.sessions.list().filter(({ account }) => account.id === id);
  }

  /** Ends one session of a user, as on another device. */
  endSession(userId: string, sessionId: string): void {
    this.#parts.sessions.end(({ id, account }) => id === sessionId && account.id === userId);
  }

  /** Ends all sessions of a user, as logging out everywhere on another device does. */
  endSessions(email: string): void {
    const account = this.#account(email);
    this.#parts.sessions.end((session) => session.account === account);
  }

  /** Whether a user has a password; with `password`, whether it is that one. A deleted user has every one. */
  hasPassword(id: string, password?: string): boolean {
    const account = this.#parts.accounts.byId(id);
    if (!account) return true;
    if (password !== undefined) return account.password === password;
    return account.hasEmailIdentity && account.userMetadata['needs_password'] !== true;
  }

  /** Deletes a user and ends their sessions. Deleting a deleted user does nothing. */
  deletePerson(id: string): void {
    const account = this.#parts.accounts.byId(id);
    if (!account) return;
    this.#parts.sessions.end((session) => session.account === account);
    this.#parts.accounts.remove(account);
  }

  /** The factors of a user, as the service stores them. */
  factorsOf(email: string): readonly Readonly<StoredFactor>[] {
    return this.#account(email).factors;
  }

  /** The passkeys of a user, as the service stores them. */
  passkeysOf(email: string): readonly Readonly<StoredPasskey>[] {
    return this.#account(email).passkeys;
  }

  /** Renames a factor of a user. Returns null, or why it cannot be renamed: the user has no such factor, or another one of the name. */
  renameFactor(userId: string, factorId: string, name: string): 'missing' | 'taken' | null {
    const factors = this.#parts.accounts.byId(userId)?.factors ?? [];
    const factor = factors.find(({ id }) => id === factorId);
    if (!factor) return 'missing';
    if (factors.some((other) => other !== factor && other.friendlyName === name)) return 'taken';
    factor.friendlyName = name;
    return null;
  }

  /** The current code of a person's authenticator app, or the newest one that was sent to their phone. */
  codeOf(email: string, type: FactorType = 'totp'): Promise<string> {
    // A failure inside rejects the promise.
    return new Promise((resolve) => {
      const factor = this.#account(email).factors.findLast((candidate) => candidate.type === type);
      if (!factor) throw new Error(`${email} has no ${type} factor at the fake backend.`);
      if (factor.secret !== null) return resolve(codeAt(factor.secret, Date.now()));
      const message = this.textMessages.findLast(({ to }) => to === `+${factor.phone ?? ''}`);
      if (!message) throw new Error(`No code was sent to ${email} yet.`);
      resolve(message.code);
    });
  }

  /** Whose token it is, for the other services. */
  readToken(bearer: string): StoredSession | 'unknown' | 'expired' {
    return this.#parts.sessions.readToken(bearer);
  }

  /** Responds to a request below `/auth/v1`; null for an endpoint that the fake does not support. */
  async answer(request: Request, url: URL, path: string): Promise<Response | null> {
    if (path === '/.well-known/jwks.json') return Response.json({ keys: [await this.#key.toJwk()] });
    if (path === '/settings') return Response.json({ external: { email: true, ...Object.fromEntries(this.allowedProviders.map((name) => [name, true])) }, mailer_autoconfirm: !this.confirmsAddresses, disable_signup: false, passkeys_enabled: this.allowsPasskeys });
    for (const [method, pattern, endpoint] of ENDPOINTS) {
      const match = method === request.method ? pattern.exec(path) : null;
      if (match) return this.#call(endpoint, request, { query: url.searchParams, parameters: match.slice(1) });
    }
    return null;
  }

  async #call(endpoint: AuthEndpoint, request: Request, place: Pick<AuthCall, 'query' | 'parameters'>): Promise<Response> {
    const content = await request.text();
    const bearer = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
    try {
      const body: unknown = content === '' ? {} : JSON.parse(content);
      const result = await endpoint({ ...this.#parts, ...place, body, bearer });
      if (result instanceof Response) return result;
      return result === undefined ? new Response(null, { status: 204 }) : Response.json(result);
    } catch (error) {
      if (error instanceof AuthRefusal) return error.toResponse(request.headers.get('x-supabase-api-version'));
      throw error;
    }
  }

  #account(email: string): Account {
    const account = this.#parts.accounts.byEmail(email);
    if (!account) throw new Error(`The fake backend has no user with the email address ${email}. Add one with backend.auth.addPerson.`);
    return account;
  }
}

function storedFactor({ type, friendlyName = '', phone = '+4915123456767', createdAt = now() }: NonNullable<NewPerson['factors']>[number]): StoredFactor {
  return {
    id: crypto.randomUUID(),
    type,
    friendlyName,
    phone: type === 'phone' ? phone.replace(/^\+/, '') : null,
    secret: type === 'totp' ? newSecret() : null,
    createdAt,
    status: 'verified',
    lastChallengedAt: null,
  };
}
