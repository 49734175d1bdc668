import { REALTIME_SUBSCRIBE_STATES, type RealtimeChannel } from '@supabase/supabase-js';
import type { Person } from '../project.ts';
import type { Ledger } from './ledger.ts';

/** A person who works on boards. The ledger checks every response, message and presence state that they receive. */
export class Visitor {
  readonly person: Person;
  readonly #ledger: Ledger;
  /** Channels of the boards that this visitor is on. */
  readonly #channels = new Map<string, RealtimeChannel>();
  #isOver = false;

  constructor(person: Person, ledger: Ledger) {
    this.person = person;
    this.#ledger = ledger;
  }

  /** Passes received content to the ledger and returns it. */
  record<T>(way: string, what: T): T {
    this.#ledger.receive(this.person.id, way, what);
    return what;
  }

  mark(board: string): string {
    return this.#ledger.mark(board);
  }

  /** The boards that this visitor works on. */
  get boards(): readonly string[] {
    return [...this.#channels.keys()];
  }

  /** Subscribes to all changes of all published tables, on all boards, for the whole test. */
  async listenToChanges(): Promise<void> {
    const { client } = this.person;
    await client.realtime.setAuth();
    const changes = client.channel(`changes of ${this.person.id}`);
    for (const table of ['workspace_notes', 'workspace_attachments', 'workspace_boards']) {
      changes.on('postgres_changes', { event: '*', schema: 'public', table }, (payload) => this.record('changes', payload));
    }
    await joined(changes);
  }

  /** Joins the channel of a board, with presence, and follows the board when its channel changes. */
  async enter(board: string): Promise<void> {
    const { data } = await this.person.client.from('workspace_channels').select('channel').eq('board', board).maybeSingle().throwOnError();
    if (!data || this.#isOver || this.#channels.get(board)?.topic.endsWith(data.channel)) return;
    const channel = this.person.client.channel(`workspace:board:${data.channel}`, { config: { private: true, presence: { key: this.person.id } } });
    channel.on('presence', { event: 'sync' }, () => this.record('presence', channel.presenceState()));
    channel.on('broadcast', { event: 'marked' }, (message) => this.record('broadcasts', message));
    channel.on('broadcast', { event: 'members' }, () => void this.#follow(board, channel));
    await joined(channel);
    this.#channels.set(board, channel);
    await channel.track({ here: this.mark(board) });
  }

  /** A member was removed, so the board has another channel. Joins it unless this visitor has left the board. */
  async #follow(board: string, from: RealtimeChannel): Promise<void> {
    if (this.#isOver || this.#channels.get(board) !== from) return;
    // The next channel may be replaced before it is joined, and its last message is then missed.
    await this.enter(board).catch(() => this.#follow(board, from));
    await this.person.client.removeChannel(from);
  }

  /** Leaves the channel of a board, like the page does. */
  async leave(board: string): Promise<void> {
    const channel = this.#channels.get(board);
    this.#channels.delete(board);
    if (channel) await this.person.client.removeChannel(channel);
  }

  /** Leaves all channels. Otherwise the visitor would follow a board, and connect again, after the test. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.person.client.removeAllChannels();
  }

  /** Sends a broadcast to a board's channel. */
  async broadcast(board: string): Promise<void> {
    await this.#channels.get(board)?.send({ type: 'broadcast', event: 'marked', payload: { text: this.mark(board) } });
  }

  /** Tries to join the channel of another person's board. @returns whether it was admitted */
  async intrude(board: string): Promise<boolean> {
    const channel = this.person.client.channel(`workspace:board:${board}`, { config: { private: true } });
    channel.on('presence', { event: 'sync' }, () => this.record('presence', channel.presenceState()));
    channel.on('broadcast', { event: 'marked' }, (message) => this.record('broadcasts', message));
    const letIn = await joined(channel).then(() => true, () => false);
    await this.person.client.removeChannel(channel);
    return letIn;
  }
}

function joined(channel: RealtimeChannel): Promise<void> {
  return new Promise((resolve, reject) => {
    channel.subscribe((state, cause) => {
      if (state === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve();
      else if (state !== REALTIME_SUBSCRIBE_STATES.CLOSED) reject(new Error(`${channel.topic}: ${state}`, { cause }));
    });
  });
}
