import { TOTP } from 'otpauth';

/** Milliseconds for which an authenticator app shows a code (RFC 6238). */
const STEP = 30_000;

/**
 * An authenticator app that was given a secret. A code is taken once only, so each call gives that of another step;
 * the backend takes the step before and after its own as well.
 */
export class Authenticator {
  readonly #totp: TOTP;
  readonly #given = new Set<string>();

  constructor(secret: string) {
    this.#totp = new TOTP({ secret: secret.replaceAll(/\s/g, '') });
  }

  /** A code that was not given before. There are three for each half minute; that of the step before is taken for the shortest time. */
  code(): string {
    for (const step of [0, 1, -1]) {
      const code = this.#totp.generate({ timestamp: Date.now() + step * STEP });
      if (this.#given.has(code)) continue;
      this.#given.add(code);
      return code;
    }
    throw new Error('Every code of this half minute was given already.');
  }

  /** A code that is not one of this half minute. */
  wrongCode(): string {
    const right = [-2, -1, 0, 1, 2].map((step) => this.#totp.generate({ timestamp: Date.now() + step * STEP }));
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? '';
  }
}
