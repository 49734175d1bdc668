import { Limiter } from '../http/rate-limiter.ts';
import { RealtimeError, TokenExpiry } from './caller.ts';
import { ChannelSubscriptions } from './channel-subscriptions.ts';
import { UserBroadcast } from './frames.ts';
import type { Message, ProtocolVersion } from './frames.ts';
import { requireReadable } from './join.ts';
import type { Admission, JoinConfig } from './join.ts';
import { ChannelRights } from './message-policies.ts';
import type { RealtimeServices } from './realtime-services.ts';
import { randomPresenceKey } from './topics.ts';
import type { Member, Topic } from './topics.ts';

type Payload = Readonly<Record<string, unknown>>;

/** The connection of a channel to its client. */
export interface ChannelTransport {
  readonly version: ProtocolVersion;
  /** Sends a frame that several channels share. */
  readonly send: (frame: string | Buffer) => void;
  /** Sends a message of this channel. */
  readonly push: (event: string, payload: Message['payload']) => void;
  readonly reply: (ref: string | null, status: 'ok' | 'error', response: Payload) => void;
  /** Removes the channel from its connection and tells the client that it is closed. */
  readonly close: () => void;
}

/** One client in one topic, from joining to leaving. */
export class Channel implements Member {
  readonly topic: Topic;
  readonly replayed: ReadonlySet<string>;
  readonly #services: RealtimeServices;
  readonly #transport: ChannelTransport;
  readonly #config: JoinConfig;
  readonly #presenceKey: string;
  readonly #presenceLimit: Limiter | null;
  readonly #subscriptions: ChannelSubscriptions;
  readonly #tokenExpiry: TokenExpiry;
  readonly #replayMessages: readonly UserBroadcast[];
  #token: string | null | undefined;
  #rights: ChannelRights;
  /** Set when the channel is left: work that waited for the database must have no effect then. */
  #left = false;

  /** Joins the topic. */
  constructor(services: RealtimeServices, transport: ChannelTransport, name: string, { config, caller, token, rights, replay }: Admission) {
    this.#services = services;
    this.#transport = transport;
    this.#config = config;
    this.#token = token;
    this.#rights = rights;
    this.#presenceKey = String(config.presence.key) || randomPresenceKey();
    this.#presenceLimit = services.limits.presence && new Limiter(services.limits.presence);
    this.replayed = new Set(replay.keys());
    this.#replayMessages = [...replay.values()];
    this.#subscriptions = new ChannelSubscriptions(services, config.postgres_changes, caller.claims, {
      deliver: (ids, data) => {
        transport.push('postgres_changes', { ids, data });
      },
      report: (status, message) => {
        this.#system('postgres_changes', status, message);
      },
    });
    this.#tokenExpiry = new TokenExpiry(caller, (refusal) => {
      this.#shutDown(refusal.message);
    });
    this.topic = services.topics.enter(name, config.private, this);
  }

  /** Replies to the join and sends the initial messages. */
  async start(ref: string | null): Promise<void> {
    const { postgres_changes_options: options, presence, broadcast } = this.#config;
    if (options.wait) await this.#subscriptions.start();
    this.#transport.reply(ref, 'ok', { postgres_changes: this.#subscriptions.joinReply });
    for (const message of this.#replayMessages) this.#transport.push('broadcast', message);
    if (presence.enabled && this.#rights.reads('presence')) this.#transport.push('presence_state', this.topic.presence.list());
    if (broadcast.replication_ready) this.#system('system', 'ok', 'Replication connection established');
    if (!options.wait) await this.#subscriptions.start();
  }

  get version(): ProtocolVersion {
    return this.#transport.version;
  }

  receives(extension: 'broadcast' | 'presence'): boolean {
    return this.#rights.reads(extension);
  }

  send(frame: string | Buffer): void {
    this.#transport.send(frame);
  }

  /** Handles a message of the client. */
  async handle({ event, payload, ref }: Message): Promise<void> {
    if (event === 'broadcast') return this.#broadcast(payload, ref);
    if (event === 'access_token' && !(payload instanceof UserBroadcast)) return this.#renew(payload['access_token']);
    if (event === 'presence' && !(payload instanceof UserBroadcast)) return this.#presence(payload, ref);
    this.#transport.reply(ref, 'error', { reason: `unknown event ${JSON.stringify(event)}` });
  }

  /** Leaves the topic. Nothing is sent afterwards. */
  leave(): void {
    this.#left = true;
    this.#tokenExpiry.stop();
    this.#subscriptions.stop();
    this.#services.topics.leave(this.topic, this.#config.private, this);
  }

  async #broadcast(payload: Message['payload'], ref: string | null): Promise<void> {
    // As on a hosted project, there is no reply to a client that may not send.
    if (!(await this.#rights.mayWrite('broadcast'))) return;
    const { ack, self } = this.#config.broadcast;
    const size = payload instanceof UserBroadcast ? payload.body.length : Buffer.byteLength(JSON.stringify(payload));
    const fits = size <= this.#services.limits.payloadBytes;
    if (fits) this.topic.broadcast(payload, self ? {} : { except: this });
    if (ack && fits) this.#transport.reply(ref, 'ok', {});
    else if (!fits) this.#transport.reply(ref, 'error', { reason: 'payload_size_exceeded' });
  }

  async #presence(payload: Payload, ref: string | null): Promise<void> {
    const { event, payload: entry = {} } = payload;
    if (typeof event !== 'string') {
      this.#transport.reply(ref, 'ok', {});
      return;
    }
    if ((this.#presenceLimit?.take('') ?? 0) > 0) {
      this.#shutDown('Client presence rate limit exceeded');
      return;
    }
    switch (event.toLowerCase()) {
      case 'track':
        await this.#track(entry, ref);
        return;
      case 'untrack':
        this.topic.presenceChanged(this.topic.presence.untrack(this));
        this.#transport.reply(ref, 'ok', {});
        return;
      default:
        this.#transport.reply(ref, 'error', { reason: `unknown presence event ${JSON.stringify(event)}` });
    }
  }

  async #track(entry: unknown, ref: string | null): Promise<void> {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      this.#transport.reply(ref, 'error', { reason: 'Presence track payload must be a map' });
      return;
    }
    await this.#rights.askReads('presence');
    const allowed = await this.#rights.mayWrite('presence');
    if (this.#left) return;
    if (!allowed) {
      this.#transport.reply(ref, 'error', {});
      return;
    }
    if (Buffer.byteLength(JSON.stringify(entry)) > this.#services.limits.payloadBytes) {
      this.#shutDown('Track message size exceeded');
      return;
    }
    this.topic.presenceChanged(this.topic.presence.track(this, this.#presenceKey, { ...entry }));
    this.#transport.reply(ref, 'ok', {});
  }

  /** Applies a new token, and closes the channel if the token may no longer read it. API keys, and the token that it has, are ignored. */
  async #renew(token: unknown): Promise<void> {
    if (typeof token !== 'string' || token.startsWith('sb_') || token === this.#token) return;
    this.#token = token;
    try {
      const caller = await this.#services.callers.resolve(token, 'anon');
      if (this.#left) return;
      if (this.#config.private) {
        const rights = ChannelRights.ofPrivate(this.#services.database, caller.claims, this.topic.name);
        await requireReadable(rights, this.topic.name, this.#config.presence.enabled || this.#rights.reads('presence'));
        if (this.#left) return;
        if (rights.hasLost(this.#rights)) {
          throw new RealtimeError('Unauthorized', `You no longer have permission to read from this Channel topic: ${this.topic.name}`);
        }
        this.#rights = rights;
      }
      this.#tokenExpiry.renew(caller);
      await this.#subscriptions.renew(caller.claims);
    } catch (error) {
      if (!(error instanceof RealtimeError)) throw error;
      if (!this.#left) this.#shutDown(error.message);
    }
  }

  #system(extension: string, status: 'ok' | 'error', message: string): void {
    this.#transport.push('system', { extension, status, message, channel: this.topic.name });
  }

  #shutDown(message: string): void {
    this.#system('system', 'error', message);
    this.#transport.close();
  }

  /** Closes the channel because its client sends too much. */
  shutDownForRate(): void {
    this.#shutDown('Too many messages per second');
  }
}
