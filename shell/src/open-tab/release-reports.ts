import type { Report } from '@atrium/releases/reports';
import { mostReports, reportsPath } from '@atrium/releases/names';

/** Milliseconds for which reports are gathered: what a page and its module's start come to goes in one request. */
const PAUSE = 2_000;

/** Milliseconds before what the server did not take is sent a second and last time; twice as long for some, so that not all come back at once. */
const AGAIN = 30_000;

/**
 * Tells the site's server what became of the releases that this tab used: each is said once a tab.
 * Nobody waits for it and nobody misses it, so whatever goes wrong with it goes unsaid.
 */
export class ReleaseReports {
  readonly #said = new Set<string>();
  readonly #waiting: Report[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    // A tab that is hidden may never be seen again.
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && this.#sendAll());
    window.addEventListener('pagehide', () => this.#sendAll());
    window.addEventListener('online', () => this.#sendAll());
  }

  /** Notes what became of a release. What fails without a network is no news of it. */
  add(kind: Report['kind'], name: string, release: string): void {
    const key = `${kind} ${name} ${release}`;
    if (this.#said.has(key) || (kind !== 'shown' && !navigator.onLine)) return;
    this.#said.add(key);
    this.#waiting.push({ kind, name, release });
    this.#timer ??= setTimeout(() => this.#sendAll(), PAUSE);
  }

  #sendAll(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // What was gathered is sent once the network is back.
    while (navigator.onLine && this.#waiting.length > 0) void send(this.#waiting.splice(0, mostReports));
  }
}

async function send(reports: readonly Report[], again = true): Promise<void> {
  let isTaken = false;
  try {
    // It goes out even if the tab is closed meanwhile.
    const { status } = await fetch(reportsPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reports }),
      keepalive: true,
    });
    // What the server does not understand it would not understand later either.
    isTaken = status !== 429 && status < 500;
  } catch {
    // No answer: tried again as any other failure.
  }
  if (!isTaken && again) setTimeout(() => void send(reports, false), AGAIN * (1 + Math.random()));
}
