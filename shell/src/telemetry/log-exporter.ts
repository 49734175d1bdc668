import { exportRequest, type Attributes, type LogRecord } from './otlp.ts';

/** Milliseconds for which records are collected into one request. */
const BATCH_TIME = 5_000;

/** Maximum queued records: they fit into one request of MAX_KEEPALIVE_BYTES. Further records are dropped. */
const MAX_QUEUED = 30;

/** Maximum bytes of a request that may outlive its page: a little less than browsers allow for all such requests together. */
const MAX_KEEPALIVE_BYTES = 60_000;

/** Milliseconds until a request fails. */
const TIMEOUT = 10_000;

/** Milliseconds before the first retry, and the maximum: the pause quadruples with each failure, with some jitter. */
const RETRY_PAUSE = 30_000;
const MAX_RETRY_PAUSE = 600_000;

/** After this many failures in a row, the tab sends nothing more. */
const MAX_FAILURES = 3;

/** Statuses after which the same request may be sent again (https://opentelemetry.io/docs/specs/otlp/#failures-1). */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** The result of a request: `later` if it may be sent again after that many milliseconds. */
type Outcome = { readonly kind: 'accepted' | 'refused' } | { readonly kind: 'later'; readonly after: number };

/** Sends log records to an OTLP collector in batches, without cookies. Records that cannot be sent are dropped silently. */
export class LogExporter {
  readonly #address: string;
  readonly #resource: Attributes;
  #queue: LogRecord[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  /**
   * @param collector base URL of the collector
   * @param resource attributes shared by all records
   */
  constructor(collector: string, resource: Attributes) {
    this.#address = `${collector}/v1/logs`;
    this.#resource = resource;
    // Bubbling, to run after listeners that add their last records.
    window.addEventListener('visibilitychange', () => this.#flushIfHidden());
    window.addEventListener('pagehide', () => this.#flush());
  }

  add(record: LogRecord): void {
    if (this.#failures >= MAX_FAILURES || this.#queue.length >= MAX_QUEUED) return;
    this.#queue.push(record);
    this.#schedule(BATCH_TIME);
    // A hidden tab may never become visible again, and its timers may not run.
    queueMicrotask(() => this.#flushIfHidden());
  }

  #flushIfHidden(): void {
    if (document.visibilityState === 'hidden') this.#flush();
  }

  #flush(): void {
    if (this.#failures === 0) void this.#send();
  }

  #schedule(pause: number): void {
    this.#timer ??= setTimeout(() => void this.#send(), pause);
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#queue.length === 0) return;
    // A request that fails offline says nothing about the collector.
    if (!navigator.onLine) return this.#schedule(RETRY_PAUSE);
    const batch = this.#queue;
    this.#queue = [];
    const outcome = await this.#post(exportRequest(this.#resource, batch));
    if (outcome.kind === 'accepted') {
      this.#failures = 0;
      return;
    }
    this.#failures += 1;
    if (outcome.kind === 'later') this.#queue = [...batch, ...this.#queue].slice(0, MAX_QUEUED);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#failures >= MAX_FAILURES) this.#queue = [];
    else this.#schedule(this.#pause(outcome));
  }

  async #post(body: string): Promise<Outcome> {
    try {
      const { ok, status, headers } = await fetch(this.#address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        // No cookie identifies the visitor.
        credentials: 'omit',
        cache: 'no-store',
        keepalive: body.length < MAX_KEEPALIVE_BYTES,
        signal: AbortSignal.timeout(TIMEOUT),
      });
      if (ok) return { kind: 'accepted' };
      return RETRYABLE_STATUSES.has(status) ? { kind: 'later', after: secondsOf(headers.get('retry-after')) * 1_000 } : { kind: 'refused' };
    } catch {
      // The collector is unreachable or does not allow this origin. The browser logs that itself.
      return { kind: 'later', after: 0 };
    }
  }

  #pause(outcome: Outcome): number {
    const usual = RETRY_PAUSE * 4 ** (this.#failures - 1) * (0.5 + Math.random());
    return Math.min(Math.max(usual, outcome.kind === 'later' ? outcome.after : 0), MAX_RETRY_PAUSE);
  }
}

/** Seconds of a Retry-After header; 0 if it is missing or a date. */
function secondsOf(header: string | null): number {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : 0;
}
