import { MAX_REPORTS, REPORTS_PATH, type Report } from '@atrium/releases/wire';

/** Milliseconds for which reports are collected, so that a page and its module's start share a request. */
const BATCH_TIME = 2_000;

/** Minimum milliseconds before the only retry; up to twice as long, so that tabs do not all retry at the same time. */
const RETRY_PAUSE = 30_000;

/**
 * Reports to the site's server how the releases that this tab used performed, each result once per tab. Reports are not
 * essential, so failures to send them are not reported.
 */
export class ReleaseReports {
  readonly #added = new Set<string>();
  readonly #queue: Report[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    // A hidden tab may never become visible again.
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && this.#sendAll());
    window.addEventListener('pagehide', () => this.#sendAll());
    window.addEventListener('online', () => this.#sendAll());
  }

  /** Records how a release performed. Failures while offline are ignored. */
  add(kind: Report['kind'], name: string, release: string): void {
    const key = `${kind} ${name} ${release}`;
    if (this.#added.has(key) || (kind !== 'shown' && !navigator.onLine)) return;
    this.#added.add(key);
    this.#queue.push({ kind, name, release });
    this.#timer ??= setTimeout(() => this.#sendAll(), BATCH_TIME);
  }

  #sendAll(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // While offline, the queue waits for the `online` event.
    while (navigator.onLine && this.#queue.length > 0) void send(this.#queue.splice(0, MAX_REPORTS));
  }
}

async function send(reports: readonly Report[], canRetry = true): Promise<void> {
  let isAccepted = false;
  try {
    // `keepalive` sends it even if the tab closes meanwhile.
    const { status } = await fetch(REPORTS_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reports }),
      keepalive: true,
    });
    // A retry of any other error would fail the same way.
    isAccepted = status !== 429 && status < 500;
  } catch {
    // No response: retried like a server error.
  }
  if (!isAccepted && canRetry) setTimeout(() => void send(reports, false), RETRY_PAUSE * (1 + Math.random()));
}
