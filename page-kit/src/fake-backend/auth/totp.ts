import { Secret, TOTP } from 'otpauth';

/** A secret of 160 bits for an authenticator app, in base32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The code that an authenticator app shows at a time, in milliseconds since 1970. */
export function codeAt(secret: string, timestamp: number): string {
  return new TOTP({ secret }).generate({ timestamp });
}

/** Whether a code belongs to the current time step, or to the one before or after, for clocks that are off. */
export function isCodeOf(secret: string, token: string): boolean {
  return new TOTP({ secret }).validate({ token, window: 1 }) !== null;
}
