import type { Claims } from '../keys/claims.ts';
import type { Subscriber } from './changes/audience.ts';
import type { ChangePayload } from './changes/change-payload.ts';
import { checkSubscription } from './changes/subscription-check.ts';
import { parseSubscription } from './changes/subscription-parameters.ts';
import type { RealtimeServices } from './realtime-services.ts';
import { Refusal } from './refusal.ts';

type Entry = Readonly<Record<string, unknown>>;

/** What the channel does for its subscriptions. */
interface Outlet {
  readonly deliver: (ids: readonly number[], payload: ChangePayload) => void;
  readonly tell: (status: 'ok' | 'error', message: string) => void;
}

/** The changes of tables that a channel hears of: the `postgres_changes` of its join. All of them, or none where one is refused. */
export class ChannelSubscriptions implements Subscriber {
  readonly deliver: Outlet['deliver'];
  /** What the answer to the join says: each entry with the id under which changes come. */
  readonly answer: readonly Entry[];
  claims: Claims;
  subscriptions: Subscriber['subscriptions'] = [];
  readonly #services: RealtimeServices;
  readonly #tell: Outlet['tell'];
  #stopped = false;

  constructor(services: RealtimeServices, entries: readonly Entry[], claims: Claims, { deliver, tell }: Outlet) {
    this.#services = services;
    this.answer = entries.map((entry, index) => ({ ...entry, id: index + 1 }));
    this.claims = claims;
    this.deliver = deliver;
    this.#tell = tell;
  }

  /** Begins to hear of changes, and says so; or says why not. */
  async start(): Promise<void> {
    if (this.answer.length === 0) return;
    const { database, feed, limits } = this.#services;
    try {
      if (this.answer.length > limits.subscriptions) throw new Refusal('RealtimeDisabledForConfiguration', `Too many subscriptions. Maximum ${String(limits.subscriptions)}`);
      const subscriptions = this.answer.map((entry, index) => ({ id: index + 1, wanted: parseSubscription(entry) }));
      for (const { wanted } of subscriptions) await checkSubscription(database, this.claims, wanted);
      if (this.#stopped) return;
      this.subscriptions = subscriptions;
      feed.add(this);
      this.#tell('ok', 'Subscribed to PostgreSQL');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      feed.remove(this);
      if (!this.#stopped) this.#tell('error', error.message);
    }
  }

  /** Goes on with the rights of another token. */
  async renew(claims: Claims): Promise<void> {
    this.claims = claims;
    await this.start();
  }

  /** Hears of nothing more. */
  stop(): void {
    this.#stopped = true;
    this.#services.feed.remove(this);
  }
}
