import { REALTIME_SUBSCRIBE_STATES, type RealtimeChannel } from '@supabase/supabase-js';
import type { Person } from '../project.ts';
import type { Ledger } from './ledger.ts';

/** Somebody who works on boards, and whose every answer, message and presence goes through the ledger. */
export class Visitor {
  readonly person: Person;
  readonly #ledger: Ledger;
  /** Channels of the boards that this visitor is on. */
  readonly #channels = new Map<string, RealtimeChannel>();

  constructor(person: Person, ledger: Ledger) {
    this.person = person;
    this.#ledger = ledger;
  }

  /** Notes what came by a way, and gives it back. */
  saw<T>(way: string, what: T): T {
    this.#ledger.got(this.person.id, way, what);
    return what;
  }

  mark(board: string): string {
    return this.#ledger.mark(board);
  }

  /** Boards that this visitor works on. */
  get boards(): readonly string[] {
    return [...this.#channels.keys()];
  }

  /** Listens to every change of every published table for the whole test, whatever boards it concerns. */
  async listenToChanges(): Promise<void> {
    const { client } = this.person;
    await client.realtime.setAuth();
    const changes = client.channel(`changes of ${this.person.id}`);
    for (const table of ['workspace_notes', 'workspace_attachments', 'workspace_boards']) {
      changes.on('postgres_changes', { event: '*', schema: 'public', table }, (payload) => this.saw('changes', payload));
    }
    await joined(changes);
  }

  /** Opens the channel of a board: shows oneself there, and hears the others. Follows the board to its next channel. */
  async enter(board: string): Promise<void> {
    const { data } = await this.person.client.from('workspace_channels').select('channel').eq('board', board).maybeSingle().throwOnError();
    if (!data || this.#channels.get(board)?.topic.endsWith(data.channel)) return;
    const channel = this.person.client.channel(`workspace:board:${data.channel}`, { config: { private: true, presence: { key: this.person.id } } });
    channel.on('presence', { event: 'sync' }, () => this.saw('presence', channel.presenceState()));
    channel.on('broadcast', { event: 'said' }, (message) => this.saw('broadcasts', message));
    channel.on('broadcast', { event: 'members' }, () => void this.#follow(board, channel));
    await joined(channel);
    this.#channels.set(board, channel);
    await channel.track({ here: this.mark(board) });
  }

  /** Somebody has left the board, so it has another channel, unless one has left it oneself. */
  async #follow(board: string, from: RealtimeChannel): Promise<void> {
    if (this.#channels.get(board) !== from) return;
    // The next one may be gone before it is joined: its last message was not heard then.
    await this.enter(board).catch(() => this.#follow(board, from));
    await this.person.client.removeChannel(from);
  }

  /** Closes the channel of a board, as the page does when it is left. */
  async leave(board: string): Promise<void> {
    const channel = this.#channels.get(board);
    this.#channels.delete(board);
    if (channel) await this.person.client.removeChannel(channel);
  }

  /** Says something on a board. */
  async say(board: string): Promise<void> {
    await this.#channels.get(board)?.send({ type: 'broadcast', event: 'said', payload: { text: this.mark(board) } });
  }

  /** Tries to open the channel of somebody else's board. @returns whether it was let in */
  async intrude(board: string): Promise<boolean> {
    const channel = this.person.client.channel(`workspace:board:${board}`, { config: { private: true } });
    channel.on('presence', { event: 'sync' }, () => this.saw('presence', channel.presenceState()));
    channel.on('broadcast', { event: 'said' }, (message) => this.saw('broadcasts', message));
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
