import type { Database } from '../database/database.ts';
import type { Rate } from '../http/rate-limiter.ts';
import type { Callers } from './caller.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { Topics } from './topics.ts';

/** The dependencies of channels. */
export interface RealtimeServices {
  database: Database;
  callers: Callers;
  topics: Topics;
  feed: ChangeFeed;
  limits: RealtimeLimits;
}

/** The limits of a project, a connection and a channel. */
export interface RealtimeLimits {
  /** Concurrent connections of the project. */
  connections: number;
  /** Channels per connection. */
  channels: number;
  /** Subscriptions to table changes per channel. */
  subscriptions: number;
  /** Joins per connection. null disables the limit. */
  joins: Rate | null;
  /** Messages that a connection sends. null disables the limit. */
  messages: Rate | null;
  /** Presence messages that a channel sends. null disables the limit. */
  presence: Rate | null;
  /** The maximum size of an incoming frame, in bytes. */
  frameBytes: number;
  /** The maximum payload of a message, in bytes. */
  payloadBytes: number;
  /** Bytes that may be buffered for a slow client before its connection is closed. */
  waitingBytes: number;
  /** Messages of a connection that may be queued before the socket is paused. */
  waitingMessages: number;
  /** Bytes of queued messages before the socket is paused. One more frame may arrive. */
  waitingMessageBytes: number;
  /** How long a connection may be silent before it is closed, in milliseconds. realtime-js sends a heartbeat every 25 seconds. */
  idleTimeout: number;
}

/** The limits of a hosted project (supabase/realtime: config/runtime.exs, lib/realtime/api/tenant.ex, lib/realtime_web/endpoint.ex). */
export const DEFAULT_REALTIME_LIMITS: RealtimeLimits = {
  connections: 200,
  channels: 100,
  subscriptions: 100,
  joins: { events: 100, seconds: 1, burst: 1000 },
  messages: { events: 100, seconds: 1, burst: 1000 },
  presence: { events: 5, seconds: 30 },
  frameBytes: 5_000_000,
  payloadBytes: 3_000_500,
  waitingBytes: 16 * 1024 * 1024,
  waitingMessages: 200,
  waitingMessageBytes: 8 * 1024 * 1024,
  idleTimeout: 60_000,
};

/** Disables the rate limits. */
export const WITHOUT_RATES: Pick<RealtimeLimits, 'joins' | 'messages' | 'presence'> = { joins: null, messages: null, presence: null };
