import { exportRequest, type Attributes, type LogRecord } from './otlp.ts';

/** Milliseconds that a record waits for others, so that they go together. */
const DELAY = 5_000;

/** So many records wait at most: they fit into one request, see KEPT_ALIVE. What comes on top is lost. */
const MOST_WAITING = 30;

/** Bytes up to which a request may outlive its page: a little less than browsers allow for all such requests together. */
const KEPT_ALIVE = 60_000;

/** Milliseconds until an answer that does not come counts as none. */
const TIMEOUT = 10_000;

/** Milliseconds before another try, four times as long after each that failed, but for chance; and the longest. */
const PAUSE = 30_000;
const LONGEST = 600_000;

/** After so many failures in a row the tab gives up: a collector that is away, or refuses, is asked no more. */
const GIVE_UP = 3;

/** Answers after which the same request may be sent again (https://opentelemetry.io/docs/specs/otlp/#failures-1). */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** What became of a request: `later` if it may be sent again, not before so many milliseconds went by. */
type Outcome = { readonly kind: 'taken' | 'refused' } | { readonly kind: 'later'; readonly after: number };

/**
 * Sends log records to an OTLP collector, some together, without cookies. Nobody waits for it, and it reports nothing
 * itself: what cannot be sent is lost.
 */
export class LogExporter {
  readonly #address: string;
  readonly #resource: Attributes;
  #waiting: LogRecord[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  /** @param collector base address of the collector @param resource what is the same for all records */
  constructor(collector: string, resource: Attributes) {
    this.#address = `${collector}/v1/logs`;
    this.#resource = resource;
    // On the way up, after those who have something to say at the last moment.
    window.addEventListener('visibilitychange', () => this.#flushIfHidden());
    window.addEventListener('pagehide', () => this.#flush());
  }

  add(record: LogRecord): void {
    if (this.#failures >= GIVE_UP || this.#waiting.length >= MOST_WAITING) return;
    this.#waiting.push(record);
    this.#wait(DELAY);
    // The tab may never be seen again, and its timers may stand still.
    queueMicrotask(() => this.#flushIfHidden());
  }

  #flushIfHidden(): void {
    if (document.visibilityState === 'hidden') this.#flush();
  }

  #flush(): void {
    if (this.#failures === 0) void this.#send();
  }

  #wait(pause: number): void {
    this.#timer ??= setTimeout(() => void this.#send(), pause);
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length === 0) return;
    // What fails then is no fault of the collector's.
    if (!navigator.onLine) return this.#wait(PAUSE);
    const batch = this.#waiting;
    this.#waiting = [];
    const outcome = await this.#post(exportRequest(this.#resource, batch));
    if (outcome.kind === 'taken') {
      this.#failures = 0;
      return;
    }
    this.#failures += 1;
    if (outcome.kind === 'later') this.#waiting = [...batch, ...this.#waiting].slice(0, MOST_WAITING);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#failures >= GIVE_UP) this.#waiting = [];
    else this.#wait(this.#pause(outcome));
  }

  async #post(body: string): Promise<Outcome> {
    try {
      const { ok, status, headers } = await fetch(this.#address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        // No cookie of this site or of the collector's says who it is.
        credentials: 'omit',
        cache: 'no-store',
        keepalive: body.length < KEPT_ALIVE,
        signal: AbortSignal.timeout(TIMEOUT),
      });
      if (ok) return { kind: 'taken' };
      return PASSING.has(status) ? { kind: 'later', after: secondsOf(headers.get('retry-after')) * 1_000 } : { kind: 'refused' };
    } catch {
      // The collector is away, or does not let this site send to it. The browser says so on its console.
      return { kind: 'later', after: 0 };
    }
  }

  #pause(outcome: Outcome): number {
    const usual = PAUSE * 4 ** (this.#failures - 1) * (0.5 + Math.random());
    return Math.min(Math.max(usual, outcome.kind === 'later' ? outcome.after : 0), LONGEST);
  }
}

/** Seconds of a Retry-After header; 0 where it is none, or a date. */
function secondsOf(header: string | null): number {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : 0;
}
