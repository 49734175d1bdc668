import type { Account } from './accounts.ts';
import { AuthRefusal, invalid } from './auth-refusal.ts';
import { requireVerifier, unknownCode } from './pkce.ts';

/** The purpose of a mailed link. */
export type MailPurpose = 'signup' | 'recovery' | 'magiclink' | 'email_change';

/** A mail of the fake auth service. */
export interface Mail {
  readonly to: string;
  readonly purpose: MailPurpose;
  /** The token of the link, for `redeemLink({ tokenHash, type })`. */
  readonly tokenHash: string;
  /** The code that a link of the default templates returns with, for `redeemLink({ code })` in the same browser; null without PKCE. */
  readonly code: string | null;
  /** The code that the user can type instead of opening the link. */
  readonly otp: string;
  /** The target of the link. */
  readonly redirectTo: string | null;
}

/** A text message with a code. */
export interface TextMessage {
  /** Number of the phone, with `+`. */
  readonly to: string;
  readonly code: string;
}

interface Letter extends Mail {
  readonly account: Account;
  readonly challenge: string | null;
  readonly sentAt: number;
}

/** Lifetime of a mailed token, in milliseconds (GoTrue's default of an hour). */
const LIFE_MS = 3_600_000;

/** The purposes of each `type` of `verifyOtp`. */
const PURPOSES_OF_TYPE: ReadonlyMap<string, readonly MailPurpose[]> = new Map([
  ['email', ['signup', 'recovery', 'magiclink']],
  ['signup', ['signup']],
  ['invite', ['signup']],
  ['recovery', ['recovery', 'magiclink']],
  ['magiclink', ['magiclink', 'recovery']],
  ['email_change', ['email_change']],
]);

/** Mails and text messages of the fake auth service, and their valid tokens. */
export class Mailbox {
  readonly mails: Mail[] = [];
  readonly textMessages: TextMessage[] = [];
  #open: readonly Letter[] = [];

  /** Mails a token, and invalidates those of earlier mails to the same email address for the same purpose. */
  send(account: Account, purpose: MailPurpose, { to = account.email, challenge, redirectTo }: {
    readonly to?: string;
    readonly challenge: string | null;
    readonly redirectTo: string | null;
  }): void {
    const code = challenge === null ? null : crypto.randomUUID();
    const letter = { to, purpose, tokenHash: randomHash(), code, otp: newCode(), redirectTo, account, challenge, sentAt: Date.now() };
    this.#open = [...this.#open.filter((other) => other.to !== to || tokenOf(other.purpose) !== tokenOf(purpose)), letter];
    this.mails.push({ to, purpose, tokenHash: letter.tokenHash, code, otp: letter.otp, redirectTo });
  }

  /** Redeems the token of a link. @throws AuthRefusal `otp_expired` */
  takeLink(type: string, tokenHash: string): { readonly account: Account; readonly purpose: MailPurpose; readonly to: string } {
    return this.#take(type, (letter) => letter.tokenHash === tokenHash, 'Email link is invalid or has expired');
  }

  /** Redeems a typed code. @throws AuthRefusal `otp_expired` */
  takeOtp(type: string, to: string, otp: string): { readonly account: Account; readonly purpose: MailPurpose; readonly to: string } {
    return this.#take(type, (letter) => letter.to === to && letter.otp === otp, 'Token has expired or is invalid');
  }

  /** Redeems the code of a PKCE flow. @throws AuthRefusal */
  async takeCode(code: string, verifier: string): Promise<{ readonly account: Account; readonly purpose: MailPurpose; readonly to: string }> {
    const letter = this.#open.find((other) => other.code === code);
    if (!letter) throw unknownCode();
    await requireVerifier(verifier, letter.challenge);
    this.#open = this.#open.filter((other) => other !== letter);
    return letter;
  }

  /** Invalidates the tokens of an account: all, or those for one purpose. */
  voidTokens(account: Account, purpose: MailPurpose | null = null): void {
    this.#open = this.#open.filter((letter) => letter.account !== account || (purpose !== null && letter.purpose !== purpose));
  }

  /** Whether other mails of the account's change of email address are not redeemed yet. */
  isChangePending(account: Account): boolean {
    return this.#open.some((letter) => letter.account === account && letter.purpose === 'email_change');
  }

  #take(type: string, fits: (letter: Letter) => boolean, refusal: string): Letter {
    const purposes = PURPOSES_OF_TYPE.get(type);
    if (!purposes) throw invalid('Invalid email verification type');
    const letter = this.#open.find((other) => fits(other) && purposes.includes(other.purpose));
    if (!letter || letter.sentAt + LIFE_MS < Date.now()) throw new AuthRefusal(refusal, { status: 403, code: 'otp_expired' });
    this.#open = this.#open.filter((other) => other !== letter);
    return letter;
  }
}

/** Mails to set a password and to log in share one token: the newer one replaces the older. */
function tokenOf(purpose: MailPurpose): MailPurpose {
  return purpose === 'magiclink' ? 'recovery' : purpose;
}

/** Six random digits. */
export function newCode(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte % 10).join('');
}

function randomHash(): string {
  return `pkce_${Array.from(crypto.getRandomValues(new Uint8Array(28)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
