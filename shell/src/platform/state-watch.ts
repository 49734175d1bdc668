import type { PlatformState } from '@atrium/releases/platform-wire';
import type { Outcome, PlatformProblem } from './platform-requests.ts';

/** Milliseconds between two questions, as long as somebody can see the page. */
const INTERVAL = 15_000;

/** Milliseconds after a question during which somebody who comes back to the tab needs no other one. */
const PAUSE = 3_000;

/** What is known of the releases. */
export interface KnownState {
  /** Null before the first answer, and for who may not see it. */
  readonly state: PlatformState | null;
  /** When the state was true: milliseconds since 1970. */
  readonly at: number;
  /** Why the last question had no answer; null where it had. */
  readonly problem: PlatformProblem | null;
}

/** These are about the person: what was shown before is not for them any more. */
const DEFINITE: readonly PlatformProblem[] = ['no-platform-team', 'not-platform-team', 'address-unproven', 'second-factor-needed'];

/** Asks again and again what is live where. */
export class StateWatch {
  readonly #ask: () => Promise<Outcome<PlatformState>>;
  readonly #listeners = new Set<() => void>();
  #known: KnownState = { state: null, at: 0, problem: null };
  #asking: Promise<void> | null = null;
  #askedAt = 0;
  /** Raised with what is newer than the question that is under way. */
  #generation = 0;
  #isWatching = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: () => Promise<Outcome<PlatformState>>) {
    this.#ask = ask;
  }

  readonly known = (): KnownState => this.#known;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Begins to ask. Gives back the function that ends it. */
  start(): () => void {
    const comeBack = () => {
      if (document.visibilityState === 'visible' && Date.now() - this.#askedAt > PAUSE) void this.refresh();
    };
    document.addEventListener('visibilitychange', comeBack);
    window.addEventListener('online', comeBack);
    window.addEventListener('focus', comeBack);
    this.#isWatching = true;
    void this.refresh();
    return () => {
      this.#isWatching = false;
      clearTimeout(this.#timer);
      document.removeEventListener('visibilitychange', comeBack);
      window.removeEventListener('online', comeBack);
      window.removeEventListener('focus', comeBack);
    };
  }

  /** Asks now, or waits for the question that is under way. Gives the state, or null where no answer came. */
  async refresh(): Promise<PlatformState | null> {
    this.#asking ??= this.#refresh().finally(() => {
      this.#asking = null;
    });
    await this.#asking;
    return this.#known.problem === null ? this.#known.state : null;
  }

  /** As {@link refresh}, with a question that is asked from now on: the one that is under way may be of before. */
  async refreshAnew(): Promise<PlatformState | null> {
    await this.#asking;
    return this.refresh();
  }

  /** Takes a state that came with another answer. */
  take(state: PlatformState): void {
    this.#generation += 1;
    this.#set({ state, at: Date.now(), problem: null });
    this.#wait();
  }

  async #refresh(): Promise<void> {
    this.#askedAt = Date.now();
    const generation = this.#generation;
    const outcome = await this.#ask();
    // Nothing of it counts where something newer came meanwhile.
    if (generation === this.#generation) {
      if (outcome.ok) this.#set({ state: outcome.value, at: Date.now(), problem: null });
      else this.#refuse(outcome.refusal.problem);
    }
    this.#wait();
  }

  #refuse(problem: PlatformProblem): void {
    this.#set({ ...this.#known, problem, ...(DEFINITE.includes(problem) && { state: null }) });
  }

  #set(known: KnownState): void {
    this.#known = known;
    for (const listener of this.#listeners) listener();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (!this.#isWatching) return;
    this.#timer = setTimeout(() => {
      // A hidden tab asks when it is seen again.
      if (document.visibilityState === 'visible') void this.refresh();
      else this.#wait();
    }, INTERVAL);
  }
}
