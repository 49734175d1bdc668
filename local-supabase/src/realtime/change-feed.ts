import type { Database } from '../database/database.ts';
import { reportFailure } from '../errors/errors.ts';
import { Audience } from './audience.ts';
import type { Answer, Subscriber } from './audience.ts';
import { BATCH, takeChanges, tidyUp } from './change-queue.ts';
import type { Change } from './change-queue.ts';

/** Tells subscribers of the changes of the publication's tables once they are committed, in order, as far as each may see them. */
export class ChangeFeed {
  readonly #database: Database;
  readonly #onMessage: (row: string) => void;
  readonly #subscribers = new Set<Subscriber>();
  /** Whether there may be changes that were not taken yet. */
  #news = false;
  #awake = false;
  #stopped = false;
  #running: Promise<void> = Promise.resolve();

  /** @param onMessage takes a row that was added to realtime.messages, as JSON */
  constructor(database: Database, onMessage: (row: string) => void) {
    this.#database = database;
    this.#onMessage = onMessage;
  }

  /** Begins to listen. What an earlier run left is forgotten. */
  async start(): Promise<void> {
    await tidyUp(this.#database);
    await this.#database.listen('local_supabase_realtime', () => {
      this.#wake();
    });
  }

  /** Tells somebody of the changes that come from now on. */
  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
  }

  /** Tells somebody of nothing more. */
  remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
  }

  /** Looks at no more changes. Resolves when those that are being looked at have been told. */
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
        // A commit after that sends its own notification.
        if (changes.length === BATCH) this.#news = true;
        if (changes.length > 0) await this.#tell(changes);
      }
    } finally {
      this.#awake = false;
    }
  }

  async #tell(changes: readonly Change[]): Promise<void> {
    // Hosted, messages come by a publication of their own: no subscription of changes reaches them.
    const audience = new Audience(this.#database, changes.filter((change) => !isMessage(change)));
    const told: { subscriber: Subscriber; answers: Map<Change, Answer[]> }[] = [];
    for (const subscriber of this.#subscribers) {
      try {
        told.push({ subscriber, answers: await audience.answersFor(subscriber) });
      } catch (error) {
        // A role that is gone, for one. The others hear of the changes all the same.
        reportFailure(error);
      }
    }
    for (const change of changes) {
      if (isMessage(change)) this.#onMessage(change.newRow ?? '{}');
      for (const { subscriber, answers } of told) {
        for (const { ids, payload } of answers.get(change) ?? []) {
          // Somebody may have left meanwhile.
          if (this.#subscribers.has(subscriber)) subscriber.deliver(ids, payload);
        }
      }
    }
  }
}

/** Whether it is of the table through which the database sends broadcasts. */
function isMessage({ schema, table }: Change): boolean {
  return schema === 'realtime' && table === 'messages';
}
