import type { Database } from '../database/database.ts';
import { reportFailure } from '../errors/report-failure.ts';
import { discardOldEntries, takeChanges } from './change-queue.ts';
import type { Change } from './change-queue.ts';
import { DeliveryPlan } from './delivery-plan.ts';
import type { Delivery, Subscriber } from './delivery-plan.ts';

/** Milliseconds between a failure and the next attempt to deliver the queue. */
const RETRY_PAUSE = 1000;

/** Delivers committed changes of published tables to the subscribers that may see them, in order. */
export class ChangeFeed {
  readonly #database: Database;
  readonly #onMessage: (row: string) => void;
  readonly #subscribers = new Set<Subscriber>();
  /** Whether the queue may have more changes. */
  #hasPending = false;
  #draining = false;
  #stopped = false;
  #running: Promise<void> = Promise.resolve();

  /** @param onMessage is called with each row that was added to realtime.messages, as JSON */
  constructor(database: Database, onMessage: (row: string) => void) {
    this.#database = database;
    this.#onMessage = onMessage;
  }

  /** Starts listening. Discards what an earlier run left. */
  async start(): Promise<void> {
    await discardOldEntries(this.#database);
    await this.#database.listen('local_supabase_realtime', () => {
      this.#wake();
    });
  }

  /** Delivers future changes to a subscriber. */
  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
  }

  /** Stops delivering changes to a subscriber. */
  remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
  }

  /** Stops the feed. Resolves when the current batch has been delivered. */
  stop(): Promise<void> {
    this.#stopped = true;
    return this.#running;
  }

  #wake(): void {
    this.#hasPending = true;
    if (this.#draining || this.#stopped) return;
    this.#draining = true;
    this.#running = this.#drain().catch((error: unknown) => {
      reportFailure(error);
      // The changes are still queued, and the next commit may be far away.
      setTimeout(() => this.#wake(), RETRY_PAUSE).unref();
    });
  }

  async #drain(): Promise<void> {
    try {
      while (this.#hasPending && !this.#stopped) {
        this.#hasPending = false;
        const { changes, isFull } = await takeChanges(this.#database);
        // Later commits send their own notification.
        if (isFull) this.#hasPending = true;
        if (changes.length > 0) await this.#deliver(changes);
      }
    } finally {
      this.#draining = false;
    }
  }

  async #deliver(changes: readonly Change[]): Promise<void> {
    // As on a hosted project, subscriptions never get changes of realtime.messages, which has its own publication.
    const plan = new DeliveryPlan(this.#database, changes.filter((change) => !isMessage(change)));
    const deliveries: { subscriber: Subscriber; byChange: Map<Change, Delivery[]> }[] = [];
    // A copy: those who join meanwhile get later changes only.
    for (const subscriber of [...this.#subscribers]) {
      try {
        deliveries.push({ subscriber, byChange: await plan.deliveriesFor(subscriber) });
      } catch (error) {
        // For example, its role was dropped. The other subscribers still get the changes.
        reportFailure(error);
      }
    }
    for (const change of changes) {
      if (isMessage(change)) this.#onMessage(change.newRow ?? '{}');
      for (const { subscriber, byChange } of deliveries) {
        for (const { ids, payload } of byChange.get(change) ?? []) {
          // The subscriber may have left in the meantime.
          if (this.#subscribers.has(subscriber)) subscriber.deliver(ids, payload);
        }
      }
    }
  }
}

/** Whether the change is of realtime.messages, through which the database sends broadcasts. */
function isMessage({ schema, table }: Change): boolean {
  return schema === 'realtime' && table === 'messages';
}
