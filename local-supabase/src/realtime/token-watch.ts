import { expired } from './caller.ts';
import type { Caller } from './caller.ts';
import type { Refusal } from './refusal.ts';

/** The longest that a timer of JavaScript can wait, in milliseconds. */
const longestWait = 2 ** 31 - 1;

/** Waits for the end of the rights that a channel has. */
export class TokenWatch {
  readonly #onEnd: (refusal: Refusal) => void;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(caller: Caller, onEnd: (refusal: Refusal) => void) {
    this.#onEnd = onEnd;
    this.renew(caller);
  }

  /** Waits for the end of other rights from now on, unless it has stopped. */
  renew({ expiresAt }: Pick<Caller, 'expiresAt'>): void {
    clearTimeout(this.#timer);
    if (expiresAt === undefined || this.#stopped) return;
    this.#timer = setTimeout(
      () => {
        if (Date.now() >= expiresAt) this.#onEnd(expired(expiresAt));
        else this.renew({ expiresAt });
      },
      Math.min(longestWait, Math.max(0, expiresAt - Date.now())),
    );
  }

  /** Waits no more, whatever rights come. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}
