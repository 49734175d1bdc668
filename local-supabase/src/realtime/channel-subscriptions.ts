import type { Claims } from '../database/database.ts';
import { reportFailure } from '../errors/report-failure.ts';
import { RealtimeError } from './caller.ts';
import { checkSubscription } from './check-subscription.ts';
import type { ChangePayload, Subscriber } from './delivery-plan.ts';
import type { RealtimeServices } from './realtime-services.ts';
import { parseSubscription } from './subscription-parameters.ts';

type Entry = Readonly<Record<string, unknown>>;

/** How subscriptions reach their channel. */
interface SubscriptionCallbacks {
  readonly deliver: (ids: readonly number[], payload: ChangePayload) => void;
  readonly report: (status: 'ok' | 'error', message: string) => void;
}

/** The `postgres_changes` of a join. If one is refused, none is active. */
export class ChannelSubscriptions implements Subscriber {
  readonly deliver: SubscriptionCallbacks['deliver'];
  /** The entries for the reply to the join, with the ids that changes refer to. */
  readonly joinReply: readonly Entry[];
  claims: Claims;
  subscriptions: Subscriber['subscriptions'] = [];
  readonly #services: RealtimeServices;
  readonly #report: SubscriptionCallbacks['report'];
  #stopped = false;

  constructor(services: RealtimeServices, entries: readonly Entry[], claims: Claims, { deliver, report }: SubscriptionCallbacks) {
    this.#services = services;
    this.joinReply = entries.map((entry, index) => ({ ...entry, id: index + 1 }));
    this.claims = claims;
    this.deliver = deliver;
    this.#report = report;
  }

  /** Subscribes and reports the result to the client. */
  async start(): Promise<void> {
    if (this.joinReply.length === 0) return;
    const { database, feed, limits } = this.#services;
    try {
      if (this.joinReply.length > limits.subscriptions) throw new RealtimeError('RealtimeDisabledForConfiguration', `Too many subscriptions. Maximum ${String(limits.subscriptions)}`);
      const subscriptions = this.joinReply.map((entry, index) => ({ id: index + 1, parameters: parseSubscription(entry) }));
      for (const { parameters } of subscriptions) await checkSubscription(database, this.claims, parameters);
      if (this.#stopped) return;
      this.subscriptions = subscriptions;
      feed.add(this);
      this.#report('ok', 'Subscribed to PostgreSQL');
    } catch (error) {
      feed.remove(this);
      if (!(error instanceof RealtimeError)) reportFailure(error);
      if (!this.#stopped) this.#report('error', error instanceof RealtimeError ? error.message : 'Unable to subscribe to changes, see the output of local-supabase');
    }
  }

  /** Subscribes again with another token. */
  async renew(claims: Claims): Promise<void> {
    this.claims = claims;
    await this.start();
  }

  /** Unsubscribes. */
  stop(): void {
    this.#stopped = true;
    this.#services.feed.remove(this);
  }
}
