import { TOTP } from 'otpauth';

/** Milliseconds for which an authenticator app shows a code (RFC 6238). */
const STEP = 30_000;

/** Milliseconds within which a test must use a code. */
const TIME_TO_USE = 10_000;

/**
 * An authenticator app with a secret. The backend accepts each code once, so every call returns the code of another step.
 * It also accepts the codes of the previous and the next step.
 */
export class Authenticator {
  readonly #totp: TOTP;
  readonly #given = new Set<string>();

  constructor(secret: string) {
    this.#totp = new TOTP({ secret: secret.replaceAll(/\s/g, '') });
  }

  /**
   * A code that was not returned before. There are three at any time. The backend accepts the previous step's code until
   * the current step ends, so that code comes first while there is enough time to use it.
   */
  code(): string {
    const remaining = STEP - (Date.now() % STEP);
    for (const step of remaining >= TIME_TO_USE ? [-1, 0, 1] : [0, 1, -1]) {
      const code = this.#totp.generate({ timestamp: Date.now() + step * STEP });
      if (this.#given.has(code)) continue;
      this.#given.add(code);
      return code;
    }
    throw new Error('All three valid codes were used already.');
  }

  /** A code that the backend does not accept now. */
  wrongCode(): string {
    const right = [-2, -1, 0, 1, 2].map((step) => this.#totp.generate({ timestamp: Date.now() + step * STEP }));
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? '';
  }
}
