import { askListing, LATER, MalformedAnswerError, SiteRequestError, type TaggedListing } from './site-requests.ts';

/** Milliseconds between two questions of one tab, on average, and the part of it by which they differ. */
const INTERVAL = 30_000;
const JITTER = 0.3;

/** Milliseconds between two questions where news come by themselves. */
const RARELY = 180_000;

/** Milliseconds within which a tab asks that was told: not all tabs at once. And how often, if the server has not heard yet. */
const SOON = 8_000;
const URGENT = 3;

/** Milliseconds to which the interval grows, twice as long after each question without an answer. */
const LONGEST = 600_000;

/** Milliseconds after a question during which somebody who comes back to the tab needs no other one. */
const PAUSE = 5_000;

/** Asks the site's server again and again what is live, as long as somebody can see the tab. */
export class ReleaseWatch {
  readonly #take: (listing: TaggedListing['listing']) => void;
  #tag = '';
  #failures = 0;
  #complained = false;
  /** The revision of the listing that the tab has. */
  #revision = -1;
  /** The latest that it was told of, and how many questions that is worth. */
  #told = -1;
  #urgent = 0;
  #isTold = false;
  #askedAt = Date.now();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: Promise<boolean> | null = null;

  /** @param take is told each listing that is new */
  constructor(take: (listing: TaggedListing['listing']) => void) {
    this.#take = take;
  }

  /** Begins to watch; the first question comes after one interval. */
  start(): void {
    const comeBack = () => {
      if (document.visibilityState === 'visible' && Date.now() - this.#askedAt > PAUSE) void this.ask();
    };
    document.addEventListener('visibilitychange', comeBack);
    window.addEventListener('focus', comeBack);
    window.addEventListener('online', comeBack);
    this.#wait();
  }

  /** Something moved, by hearsay: what is live is asked for soon, by every tab at another moment. */
  hear(revision: number): void {
    if (revision <= this.#revision) return;
    this.#told = revision;
    // Who talks without end does not make the tab ask more often.
    if (this.#urgent > 0) return;
    this.#urgent = URGENT;
    this.#wait();
  }

  /** Whether the tab is told of moves now. After a gap it may have missed one. */
  rely(isTold: boolean): void {
    if (isTold === this.#isTold) return;
    this.#isTold = isTold;
    this.#wait();
  }

  /** Asks now, or waits for the question that is under way. False if no answer came. */
  ask(): Promise<boolean> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
      this.#wait();
    });
    return this.#asking;
  }

  async #ask(): Promise<boolean> {
    this.#askedAt = Date.now();
    let answer: TaggedListing | null;
    try {
      answer = await askListing(this.#tag);
    } catch (error) {
      if (!(error instanceof SiteRequestError)) throw error;
      // Nobody misses an answer that did not come: the tab has what it runs, and asks again.
      this.#failures += 1;
      this.#complain(error);
      return false;
    }
    this.#failures = 0;
    if (answer) this.#takeAnswer(answer);
    this.#urgent = this.#revision >= this.#told ? 0 : Math.max(0, this.#urgent - 1);
    return true;
  }

  #takeAnswer({ listing, tag }: TaggedListing): void {
    try {
      this.#take(listing);
      this.#tag = tag;
      if (listing !== LATER) this.#revision = listing.revision;
    } catch (error) {
      // No fault of the server's: it is reported as what it is, and the listing is looked at again.
      reportError(error);
    }
  }

  /** Tells those who look after the site's server what is wrong with its answers, once. */
  #complain(error: SiteRequestError): void {
    if (this.#complained || !(error instanceof MalformedAnswerError)) return;
    this.#complained = true;
    console.error(error.message, error.cause);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // A hidden tab asks when it is seen again.
      if (document.visibilityState === 'visible') void this.ask();
      else this.#wait();
    }, this.#pause());
  }

  #pause(): number {
    if (this.#urgent > 0 && this.#failures === 0) return SOON * Math.random();
    const usual = this.#isTold ? RARELY : INTERVAL;
    return (1 + JITTER * (Math.random() - 0.5)) * Math.min(usual * 2 ** this.#failures, LONGEST);
  }
}
