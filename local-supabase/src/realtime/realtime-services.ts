import type { Database } from '../database/database.ts';
import type { Rate } from '../http/rate-limiter.ts';
import type { Callers } from './caller.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { Topics } from './topics.ts';

/** What channels share. */
export interface RealtimeServices {
  database: Database;
  callers: Callers;
  topics: Topics;
  feed: ChangeFeed;
  limits: RealtimeLimits;
}

/** What one project, connection or channel may do; the numbers are those of a hosted project. */
export interface RealtimeLimits {
  /** Connections at once. */
  connections: number;
  /** Channels of a connection. */
  channels: number;
  /** Subscriptions to changes of tables, of a channel. */
  subscriptions: number;
  /** Joins of a connection; null for as many as come. */
  joins: Rate | null;
  /** Messages that a connection sends; null for as many as come. */
  messages: Rate | null;
  /** Presence messages that a channel sends; null for as many as come. */
  presence: Rate | null;
  /** The largest frame that is read, in bytes. */
  frameBytes: number;
  /** The largest payload of a message, in bytes. */
  payloadBytes: number;
  /** What may wait for a receiver that reads too slowly before it is given up, in bytes. */
  waitingBytes: number;
  /** Messages of a connection that may wait for their turn before no more are read. */
  waitingMessages: number;
  /** What these may hold together before no more are read, in bytes; one more frame may come. */
  waitingMessageBytes: number;
  /** After how long a connection that says nothing is closed, in milliseconds. realtime-js sends a heartbeat each 25 seconds. */
  silence: number;
}

/** supabase/realtime: config/runtime.exs, lib/realtime/api/tenant.ex, lib/realtime_web/endpoint.ex. */
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
  silence: 60_000,
};

/** No limit of how often something may happen. */
export const WITHOUT_RATES: Pick<RealtimeLimits, 'joins' | 'messages' | 'presence'> = { joins: null, messages: null, presence: null };
