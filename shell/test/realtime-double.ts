import type { SupabaseClient } from '@atrium/page-kit/contract/auth';

type Listener = (message: unknown) => void;

/** A double of Supabase Realtime: what tests broadcast reaches only those who listen to this event on this topic. */
export class RealtimeDouble {
  readonly #listeners = new Map<string, Listener>();

  /** The client that joins its channels. */
  readonly client: SupabaseClient = { channel: (topic: string) => this.#channel(topic) } as never;

  broadcast(topic: string, event: string, payload: object): void {
    this.#listeners.get(`broadcast ${topic} ${event}`)?.({ payload });
  }

  #channel(topic: string) {
    const channel = {
      on: (type: string, { event }: { readonly event: string }, listener: Listener) => {
        this.#listeners.set(`${type} ${topic} ${event}`, listener);
        return channel;
      },
      subscribe: () => channel,
    };
    return channel;
  }
}
