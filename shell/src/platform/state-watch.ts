import type { PlatformState } from '@atrium/releases/wire';
import type { Outcome, PlatformProblem } from './platform-requests.ts';
import { Listeners } from '../runtime/listeners.ts';

/** Milliseconds between two requests while the page is visible. */
const INTERVAL = 15_000;

/** Minimum milliseconds between a request and one triggered by the tab regaining focus or by a broadcast, which anyone can send on some projects. */
const MIN_PAUSE = 3_000;

/** The latest known state of the releases. */
export interface KnownState {
  /** Null before the first response, and for users without access. */
  readonly state: PlatformState | null;
  /** When the state was received: milliseconds since 1970. */
  readonly at: number;
  /** Why the last request failed; null if it succeeded. */
  readonly problem: PlatformProblem | null;
}

/** Problems that end the user's access: the displayed state is removed. */
const ACCESS_PROBLEMS: readonly PlatformProblem[] = ['no-platform-team', 'not-platform-team', 'address-unproven', 'second-factor-needed'];

/** Polls the state of the releases while the page is open. */
export class StateWatch {
  readonly #ask: () => Promise<Outcome<PlatformState>>;
  readonly #listeners = new Listeners();
  #known: KnownState = { state: null, at: 0, problem: null };
  #refreshing: Promise<void> | null = null;
  #refreshedAt = 0;
  /** Increased when a state arrives that is newer than the request under way. */
  #generation = 0;
  #isWatching = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: () => Promise<Outcome<PlatformState>>) {
    this.#ask = ask;
  }

  readonly known = (): KnownState => this.#known;

  readonly subscribe = this.#listeners.subscribe;

  /** Starts polling. Returns the function that stops it. */
  start(): () => void {
    const onReturn = () => {
      if (document.visibilityState === 'visible' && Date.now() - this.#refreshedAt > MIN_PAUSE) void this.refresh();
    };
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('online', onReturn);
    window.addEventListener('focus', onReturn);
    this.#isWatching = true;
    void this.refresh();
    return () => {
      this.#isWatching = false;
      clearTimeout(this.#timer);
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('online', onReturn);
      window.removeEventListener('focus', onReturn);
    };
  }

  /** Requests the state now, or joins the request under way. Returns null if it fails. */
  async refresh(): Promise<PlatformState | null> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    await this.#refreshing;
    return this.#known.problem === null ? this.#known.state : null;
  }

  /** Requests the state after the releases have changed: now, or when the pause after the last request is over. */
  releaseChanged(): void {
    const left = this.#refreshedAt + MIN_PAUSE - Date.now();
    if (left > 0) this.#schedule(left);
    else void this.refresh();
  }

  /** Like {@link refresh}, but always with a new request: the one under way may return an older state. */
  async refreshAgain(): Promise<PlatformState | null> {
    await this.#refreshing;
    return this.refresh();
  }

  /** Stores a state from another response. */
  update(state: PlatformState): void {
    this.#generation += 1;
    this.#set({ state, at: Date.now(), problem: null });
    this.#schedule();
  }

  async #refresh(): Promise<void> {
    this.#refreshedAt = Date.now();
    const generation = this.#generation;
    const outcome = await this.#ask();
    // Ignored if a newer state arrived meanwhile.
    if (generation === this.#generation) {
      if (outcome.ok) this.#set({ state: outcome.value, at: Date.now(), problem: null });
      else this.#refuse(outcome.refusal.problem);
    }
    this.#schedule();
  }

  #refuse(problem: PlatformProblem): void {
    this.#set({ ...this.#known, problem, ...(ACCESS_PROBLEMS.includes(problem) && { state: null }) });
  }

  #set(known: KnownState): void {
    this.#known = known;
    this.#listeners.notify();
  }

  #schedule(delay = INTERVAL): void {
    clearTimeout(this.#timer);
    if (!this.#isWatching) return;
    this.#timer = setTimeout(() => {
      // A hidden tab refreshes when it becomes visible.
      if (document.visibilityState === 'visible') void this.refresh();
      else this.#schedule();
    }, delay);
  }
}
