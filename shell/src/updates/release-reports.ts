import { MAX_REPORTED_MS, MAX_REPORTS, REPORTS_PATH, type Report, type ReportKind } from '@atrium/releases/wire';
import type { FailureStage, RemoteUnavailableError } from '../runtime/site-source.ts';
import type { TabModules } from '../runtime/tab-modules.ts';
import { describeFailure } from '../telemetry/describe-exception.ts';
import { PageLog } from '../telemetry/page-log.ts';

/** Milliseconds for which reports are collected, so that a page and its module's start share a request. */
const BATCH_TIME = 2_000;

/** Minimum milliseconds before the only retry; up to twice as long, so that tabs do not all retry at the same time. */
const RETRY_PAUSE = 30_000;

/** Maximum failures that a tab describes: more say nothing new. */
const MAX_FAILURES = 5;

/**
 * Reports to the site's server how the releases that this tab used performed, each result once per tab. Reports are not
 * essential, so failures to send them are not reported.
 */
export class ReleaseReports {
  readonly #added = new Set<string>();
  readonly #queue: Report[] = [];
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The releases that have shown a page. Only a release's first page measures how long it takes to load: for later pages, its code has already loaded. */
  readonly #withPage = new Set<string>();
  readonly #pages: PageLog;
  /** When the visit to the page on screen began, as `performance.now()`; null if the tab was hidden since then, or the page failed. */
  #visitSince: number | null = 0;
  #path = location.pathname;

  constructor(modules: TabModules) {
    this.#pages = new PageLog(modules);
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
    this.#pages.update();
  }

  /** Records that a page of a release is on screen since a time, as `performance.now()`, and how long that took. */
  pageShown(name: string, release: string, time: number): void {
    this.add('shown', name, release);
    const key = `${name} ${release}`;
    if (this.#visitSince !== null && !this.#withPage.has(key)) this.#add({ kind: 'load', name, release, ms: milliseconds(time - this.#visitSince) });
    this.#withPage.add(key);
    this.#visitSince = null;
    this.#pages.update();
  }

  /** Call it when a card is on screen instead of the page: the page appears when the visitor or a new release retries. */
  pageFailed(): void {
    this.#visitSince = null;
  }

  /** Times the interactions of the tab from now on, and the earlier ones that the browser remembers. */
  async timeInteractions(): Promise<void> {
    try {
      const { timeInteractions } = await import(/* webpackChunkName: "interaction-times" */ '../telemetry/interaction-times.ts');
      timeInteractions(this.#pages, (name, release, ms) => this.#add({ kind: 'input', name, release, ms: milliseconds(ms) }));
    } catch {
      // The next visit tries again.
    }
  }

  /** Records how a release performed. Failures while offline are ignored. */
  add(kind: ReportKind, name: string, release: string): void {
    if (kind === 'shown' || navigator.onLine) this.#add({ kind, name, release });
  }

  /** Records where a part of a release failed, for `atrium trace`. */
  addFailure(error: RemoteUnavailableError, stage: FailureStage): void {
    const { remote: name, release, extension, trace } = error;
    if (release === null || !navigator.onLine || this.#failures >= MAX_FAILURES) return;
    this.#failures += 1;
    const { type, places } = describeFailure(error);
    this.#add({ kind: 'failure', name, release, trace, stage, type, places: [...places], ...(extension !== null && { extension }) });
  }

  #add(report: Report): void {
    const key = [report.kind, report.name, report.release, report.kind === 'failure' ? report.trace : ''].join(' ');
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
    if (!navigator.onLine) return;
    const queued = this.#queue.splice(0);
    // Separately, because an older server refuses requests with times or failures.
    for (const group of ['counts', 'times', 'failures']) {
      const reports = queued.filter((report) => groupOf(report) === group);
      for (let first = 0; first < reports.length; first += MAX_REPORTS) void send(reports.slice(first, first + MAX_REPORTS));
    }
  }
}

function groupOf(report: Report): 'counts' | 'times' | 'failures' {
  if (report.kind === 'failure') return 'failures';
  return 'ms' in report ? 'times' : 'counts';
}

function isHidden(): boolean {
  return document.visibilityState === 'hidden';
}

/** At least 0: a page that was already loaded appears in the render of the navigation, and its time is taken first. */
function milliseconds(time: number): number {
  return Math.min(Math.max(Math.round(time), 0), MAX_REPORTED_MS);
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
