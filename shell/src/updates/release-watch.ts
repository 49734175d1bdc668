import { fetchListing, MalformedResponseError, NEWER_SCHEMA, SiteRequestError, type TaggedListing } from './site-requests.ts';

/** Average milliseconds between two polls of a tab, and the fraction by which they vary. */
const INTERVAL = 30_000;
const JITTER = 0.3;

/** Milliseconds between two polls while the tab receives broadcasts. */
const SUBSCRIBED_INTERVAL = 180_000;

/** Maximum milliseconds from a broadcast, or from the end of a gap between broadcasts, to the poll; each tab waits for a random part of it, so that they do not all poll at the same time. */
const MAX_BROADCAST_DELAY = 8_000;

/** Maximum polls for one broadcast, in case the server does not know the change yet. */
const MAX_BROADCAST_POLLS = 3;

/** Maximum milliseconds between two polls; the interval doubles after each poll without a response. */
const MAX_INTERVAL = 600_000;

/** Minimum milliseconds between a poll and one triggered by the tab regaining focus. */
const FOCUS_PAUSE = 5_000;

/** Polls the site's server for the live releases while the tab is visible. */
export class ReleaseWatch {
  readonly #onListing: (listing: TaggedListing['listing']) => void;
  #tag = '';
  #failures = 0;
  #hasLogged = false;
  /** The revision of the tab's listing. */
  #revision = -1;
  /** The revision of the last broadcast, and how many polls are left to find it. */
  #broadcastRevision = -1;
  #broadcastPolls = 0;
  /** Set when the polls after a broadcast did not find the revision that it announced: on some projects, anyone can send a broadcast. */
  #ignoresBroadcasts = false;
  #isSubscribed = false;
  #hasSubscribed = false;
  /** Whether a broadcast may have been missed, and the next poll comes soon. */
  #catchesUp = false;
  #polledAt = Date.now();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #polling: Promise<boolean> | null = null;

  /** @param onListing called with each new listing */
  constructor(onListing: (listing: TaggedListing['listing']) => void) {
    this.#onListing = onListing;
  }

  /** Starts polling, first after one interval. */
  start(): void {
    const onReturn = () => {
      if (document.visibilityState === 'visible' && Date.now() - this.#polledAt > FOCUS_PAUSE) void this.poll();
    };
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('focus', onReturn);
    window.addEventListener('online', onReturn);
    this.#schedule();
  }

  /**
   * Handles a "release changed" broadcast: polls after a random delay, so that tabs do not all poll at the same time. If the polls do
   * not find the announced revision, the tab ignores broadcasts until a poll finds a new one.
   */
  releaseChanged(revision: number): void {
    if (this.#ignoresBroadcasts || revision <= this.#revision) return;
    this.#broadcastRevision = revision;
    // A flood of broadcasts does not make the tab poll more often.
    if (this.#broadcastPolls > 0) return;
    this.#broadcastPolls = MAX_BROADCAST_POLLS;
    this.#schedule();
  }

  /** Sets whether the tab receives broadcasts. After a gap it may have missed one, so it polls after a random delay. */
  setSubscribed(isSubscribed: boolean): void {
    if (isSubscribed === this.#isSubscribed) return;
    this.#isSubscribed = isSubscribed;
    // Another gap does not delay the poll.
    if (this.#catchesUp) return;
    this.#catchesUp = isSubscribed && this.#hasSubscribed;
    this.#hasSubscribed ||= isSubscribed;
    this.#schedule();
  }

  /**
   * Polls now, or joins the poll under way.
   *
   * @returns false if no response came
   */
  poll(): Promise<boolean> {
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = null;
      this.#schedule();
    });
    return this.#polling;
  }

  async #poll(): Promise<boolean> {
    this.#polledAt = Date.now();
    this.#catchesUp = false;
    let response: TaggedListing | null;
    try {
      response = await fetchListing(this.#tag);
    } catch (error) {
      if (!(error instanceof SiteRequestError)) throw error;
      // The tab keeps running its releases, and polls again later.
      this.#failures += 1;
      this.#logOnce(error);
      return false;
    }
    this.#failures = 0;
    if (response) this.#passOn(response);
    if (this.#revision >= this.#broadcastRevision) this.#broadcastPolls = 0;
    else if (this.#broadcastPolls > 0) {
      this.#broadcastPolls -= 1;
      this.#ignoresBroadcasts = this.#broadcastPolls === 0;
    }
    return true;
  }

  #passOn({ listing, tag }: TaggedListing): void {
    try {
      this.#onListing(listing);
      this.#tag = tag;
      if (listing === NEWER_SCHEMA) return;
      if (listing.revision !== this.#revision) this.#ignoresBroadcasts = false;
      this.#revision = listing.revision;
    } catch (error) {
      // The listing is not at fault. The error is reported, and the next poll passes the listing on again.
      reportError(error);
    }
  }

  /** Logs a malformed response once, for the operators of the site's server. */
  #logOnce(error: SiteRequestError): void {
    if (this.#hasLogged || !(error instanceof MalformedResponseError)) return;
    this.#hasLogged = true;
    console.error(error.message, error.cause);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // A hidden tab polls when it becomes visible.
      if (document.visibilityState === 'visible') void this.poll();
      else this.#schedule();
    }, this.#delay());
  }

  #delay(): number {
    if (this.#catchesUp || (this.#broadcastPolls > 0 && this.#failures === 0)) return MAX_BROADCAST_DELAY * Math.random();
    const usual = this.#isSubscribed && !this.#ignoresBroadcasts ? SUBSCRIBED_INTERVAL : INTERVAL;
    return (1 + JITTER * (Math.random() - 0.5)) * Math.min(usual * 2 ** this.#failures, MAX_INTERVAL);
  }
}
