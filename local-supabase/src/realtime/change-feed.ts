import type { Database } from '../database/database.ts';
import { reportFailure } from '../errors/errors.ts';
import { Audience } from './audience.ts';
import type { Answer, Subscriber } from './audience.ts';
import { BATCH_SIZE, takeChanges, discardOldEntries } from './change-queue.ts';
import type { Change } from './change-queue.ts';

/** Delivers committed changes of published tables to the subscribers that may see them, in order. */
export class ChangeFeed {
  readonly #database: Database;
  readonly #onMessage: (row: string) => void;
  readonly #subscribers = new Set<Subscriber>();
  /** Whether the queue may have more changes. */
  #news = false;
  #awake = false;
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
    this.#news = true;
    if (this.#awake || this.#stopped) return;
    this.#awake = true;
    this.#running = this.#drain().catch(reportFailure);
  }

  async #drain(): Promise<void> {
    try {
      while (this.#news && !this.#stopped) {
        this.#news = false;
        const changes = await takeChanges(this.#database);
        // Later commits send their own notification.
        if (changes.length === BATCH_SIZE) this.#news = true;
        if (changes.length > 0) await this.#tell(changes);
      }
    } finally {
      this.#awake = false;
    }
  }

  async #tell(changes: readonly Change[]): Promise<void> {
    // As on a hosted project, subscriptions never get changes of realtime.messages, which has its own publication.
    const audience = new Audience(this.#database, changes.filter((change) => !isMessage(change)));
    const told: { subscriber: Subscriber; answers: Map<Change, Answer[]> }[] = [];
    for (const subscriber of this.#subscribers) {
      try {
        told.push({ subscriber, answers: await audience.answersFor(subscriber) });
      } catch (error) {
        // For example, its role was dropped. The other subscribers still get the changes.
        reportFailure(error);
      }
    }
    for (const change of changes) {
      if (isMessage(change)) this.#onMessage(change.newRow ?? '{}');
      for (const { subscriber, answers } of told) {
        for (const { ids, payload } of answers.get(change) ?? []) {
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
