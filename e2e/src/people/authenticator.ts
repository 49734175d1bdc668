import { TOTP } from 'otpauth';

/** Milliseconds for which an authenticator app shows a code (RFC 6238). */
const STEP = 30_000;

/** Milliseconds that a test takes at most to use a code that it got. */
const SOON = 10_000;

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

  /**
   * A code that was not given before. There are three for each half minute. The backend takes that of the step before until
   * this step ends: it comes first while there is time, so that it is not the one that is left at the end.
   */
  code(): string {
    const remaining = STEP - (Date.now() % STEP);
    for (const step of remaining >= SOON ? [-1, 0, 1] : [0, 1, -1]) {
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
