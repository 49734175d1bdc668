import { MAX_REPORTED_MS, MAX_REPORTS, REPORTS_PATH, type Report, type ReportKind } from '@atrium/releases/wire';
import type { TabModules } from '../runtime/tab-modules.ts';
import type { InteractionTimes } from '../telemetry/interaction-times.ts';

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
  /** When the visit to the page on screen began, as `performance.now()`; null if the tab was hidden since then. */
  #visitSince: number | null = 0;
  #path = location.pathname;
  #interactions: InteractionTimes | null = null;

  constructor() {
    if (isHidden()) this.#visitSince = null;
    document.addEventListener('visibilitychange', () => {
      if (!isHidden()) return;
      this.#visitSince = null;
      this.#sendAll();
    });
    window.addEventListener('pagehide', () => this.#sendAll());
    window.addEventListener('online', () => this.#sendAll());
  }

  /** Call it after each navigation, before the page of the new path is on screen. */
  navigated(): void {
    if (location.pathname === this.#path) return;
    this.#path = location.pathname;
    this.#visitSince = isHidden() ? null : performance.now();
    this.#interactions?.pageChanged();
  }

  /** Records that a page of a release is on screen since a time, as `performance.now()`, and how long that took. */
  pageShown(name: string, release: string, time: number): void {
    this.add('shown', name, release);
    if (this.#visitSince !== null) this.#add({ kind: 'load', name, release, ms: milliseconds(time - this.#visitSince) });
    this.#visitSince = null;
    this.#interactions?.pageChanged();
  }

  /** Times the interactions of the tab from now on, and the earlier ones that the browser remembers. */
  async timeInteractions(modules: TabModules): Promise<void> {
    try {
      const { InteractionTimes } = await import(/* webpackChunkName: "interaction-times" */ '../telemetry/interaction-times.ts');
      this.#interactions = new InteractionTimes(modules, (name, release, ms) => this.#add({ kind: 'input', name, release, ms: milliseconds(ms) }));
    } catch {
      // The next visit tries again.
    }
  }

  /** Records how a release performed. Failures while offline are ignored. */
  add(kind: ReportKind, name: string, release: string): void {
    if (kind === 'shown' || navigator.onLine) this.#add({ kind, name, release });
  }

  #add(report: Report): void {
    const key = `${report.kind} ${report.name} ${report.release}`;
    if (this.#added.has(key)) return;
    this.#added.add(key);
    this.#queue.push(report);
    // A hidden tab may never become visible again.
    if (isHidden()) this.#sendAll();
    else this.#timer ??= setTimeout(() => this.#sendAll(), BATCH_TIME);
  }

  #sendAll(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // While offline, the queue waits for the `online` event.
    while (navigator.onLine && this.#queue.length > 0) void send(this.#queue.splice(0, MAX_REPORTS));
  }
}

function isHidden(): boolean {
  return document.visibilityState === 'hidden';
}

function milliseconds(time: number): number {
  return Math.min(Math.round(time), MAX_REPORTED_MS);
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
