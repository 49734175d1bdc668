import type { RawData, WebSocket } from 'ws';
import { reportFailure } from '../errors/report-failure.ts';
import type { KeyRole } from '../http/gateway.ts';
import { Limiter } from '../http/rate-limiter.ts';
import { RealtimeError } from './caller.ts';
import { Channel } from './channel.ts';
import type { ChannelTransport } from './channel.ts';
import { formatBroadcast, formatTextFrame, FrameError, parseBinaryFrame, parseTextFrame, UserBroadcast } from './frames.ts';
import type { Message, ProtocolVersion } from './frames.ts';
import { admit } from './join.ts';
import type { RealtimeServices } from './realtime-services.ts';

/** WebSocket close codes (RFC 6455, section 7.4.1; 1013 is from the IANA registry). */
const CLOSE_CODES = { normal: 1000, goingAway: 1001, malformed: 1007, tooMuch: 1008, tooSlow: 1013 };

interface Joined {
  channel: Channel;
  joinRef: string | null;
}

/** One client's socket and its channels. Messages are handled one after another. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #version: ProtocolVersion;
  readonly #keyRole: KeyRole;
  readonly #services: RealtimeServices;
  readonly #channels = new Map<string, Joined>();
  readonly #idleTimer: NodeJS.Timeout;
  readonly #joins: Limiter | null;
  readonly #messages: Limiter | null;
  #work: Promise<void> = Promise.resolve();
  /** The queued messages. */
  readonly #waiting = { messages: 0, bytes: 0 };
  #open = true;

  constructor(socket: WebSocket, { version, keyRole }: { version: ProtocolVersion; keyRole: KeyRole }, services: RealtimeServices, onEnd: () => void) {
    this.#socket = socket;
    this.#version = version;
    this.#keyRole = keyRole;
    this.#services = services;
    const { limits } = services;
    this.#joins = limits.joins && new Limiter(limits.joins);
    this.#messages = limits.messages && new Limiter(limits.messages);
    this.#idleTimer = setTimeout(() => {
      this.#close(CLOSE_CODES.normal, 'no heartbeat came');
    }, limits.idleTimeout);
    socket.on('message', (data, isBinary) => {
      this.#idleTimer.refresh();
      this.#receive(data, isBinary);
    });
    // The library closes the connection itself after an invalid frame.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#end();
      onEnd();
    });
  }

  /** Closes the connection because the server stops. */
  shutDown(): void {
    this.#close(CLOSE_CODES.goingAway, 'the server stops');
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (!this.#open) return;
    const bytes = toBuffer(data);
    let message: Message;
    try {
      message = this.#parse(bytes, isBinary);
    } catch (error) {
      this.#close(CLOSE_CODES.malformed, error instanceof FrameError ? error.message : 'the frame cannot be read');
      return;
    }
    if (message.topic === 'phoenix' && message.event === 'heartbeat') {
      this.#reply(message, 'ok', {});
      return;
    }
    this.#waiting.messages += 1;
    this.#waiting.bytes += bytes.length;
    // Slow down a client that sends faster than its messages are handled.
    if (!this.#hasRoom) this.#socket.pause();
    this.#work = this.#work.then(async () => {
      try {
        if (this.#open) await this.#handle(message);
      } catch (error) {
        reportFailure(error);
        this.#reply(message, 'error', { reason: 'Unknown Error on Channel' });
      }
      this.#waiting.messages -= 1;
      this.#waiting.bytes -= bytes.length;
      if (this.#socket.isPaused && this.#hasRoom) this.#socket.resume();
    });
  }

  /** Whether another message may be queued. */
  get #hasRoom(): boolean {
    const { waitingMessages, waitingMessageBytes } = this.#services.limits;
    return this.#waiting.messages < waitingMessages && this.#waiting.bytes < waitingMessageBytes;
  }

  #parse(data: Buffer, isBinary: boolean): Message {
    if (!isBinary) return parseTextFrame(this.#version, data.toString('utf8'));
    if (this.#version === '1.0.0') throw new FrameError('Version 1.0.0 has no binary frames.');
    return parseBinaryFrame(data);
  }

  async #handle(message: Message): Promise<void> {
    const { topic, event, joinRef, ref } = message;
    if (event === 'phx_join') return this.#join(message);
    const joined = this.#channels.get(topic);
    const isCurrent = joined && (joinRef === null || joinRef === joined.joinRef);
    if (event === 'phx_leave') {
      this.#reply(message, 'ok', {});
      if (isCurrent) this.#leave(topic, joined);
    } else if (!isCurrent) {
      this.#reply(message, 'error', { reason: 'unmatched topic' });
    } else if ((this.#messages?.take('') ?? 0) > 0) {
      joined.channel.shutDownForRate();
    } else {
      await joined.channel.handle({ topic, event, joinRef, ref, payload: message.payload });
    }
  }

  async #join(message: Message): Promise<void> {
    const { topic, joinRef, ref } = message;
    const before = this.#channels.get(topic);
    if (before) this.#leave(topic, before);
    try {
      if (!topic.startsWith('realtime:')) throw new RealtimeError('UnmatchedTopic', 'unmatched topic');
      if ((this.#joins?.take('') ?? 0) > 0) throw new RealtimeError('ClientJoinRateLimitReached', 'Too many joins per second');
      if (this.#channels.size >= this.#services.limits.channels) throw new RealtimeError('ChannelRateLimitReached', 'Too many channels');
      const name = topic.slice('realtime:'.length);
      const admission = await admit(this.#services, name, message.payload, this.#keyRole);
      if (!this.#open) return;
      const channel = new Channel(this.#services, this.#transportFor(message), name, admission);
      this.#channels.set(topic, { channel, joinRef });
      await channel.start(ref);
    } catch (error) {
      if (!(error instanceof RealtimeError)) throw error;
      this.#reply(message, 'error', { reason: error.reason });
      if (error.code === 'ClientJoinRateLimitReached') this.#close(CLOSE_CODES.tooMuch, error.message);
    }
  }

  #transportFor({ topic, joinRef }: Message): ChannelTransport {
    return {
      version: this.#version,
      send: (frame) => {
        this.#send(frame);
      },
      push: (event, payload) => {
        this.#push({ joinRef, ref: null, topic, event, payload });
      },
      reply: (ref, status, response) => {
        this.#reply({ joinRef, ref, topic }, status, response);
      },
      close: () => {
        const joined = this.#channels.get(topic);
        if (joined?.joinRef === joinRef) this.#leave(topic, joined);
      },
    };
  }

  #leave(topic: string, { channel, joinRef }: Joined): void {
    this.#channels.delete(topic);
    channel.leave();
    this.#push({ joinRef, ref: joinRef, topic, event: 'phx_close', payload: {} });
  }

  #reply({ joinRef, ref, topic }: Pick<Message, 'joinRef' | 'ref' | 'topic'>, status: 'ok' | 'error', response: Readonly<Record<string, unknown>>): void {
    this.#push({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  }

  #push({ payload, ...message }: Message): void {
    const frame =
      payload instanceof UserBroadcast ? formatBroadcast(this.#version, message.topic, payload) : formatTextFrame(this.#version, { ...message, payload });
    if (frame !== undefined) this.#send(frame);
  }

  #send(frame: string | Buffer): void {
    if (!this.#open) return;
    // Frames that the client does not read would stay in memory.
    if (this.#socket.bufferedAmount > this.#services.limits.waitingBytes) this.#close(CLOSE_CODES.tooSlow, 'too much is waiting to be read');
    else this.#socket.send(frame);
  }

  #close(code: number, reason: string): void {
    if (!this.#open) return;
    this.#end();
    this.#socket.close(code, reason);
  }

  #end(): void {
    if (!this.#open) return;
    this.#open = false;
    clearTimeout(this.#idleTimer);
    for (const { channel } of this.#channels.values()) channel.leave();
    this.#channels.clear();
  }
}

function toBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
