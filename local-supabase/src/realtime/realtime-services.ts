import type { Database } from '../database/database.ts';
import type { Callers } from './caller.ts';
import type { ChangeFeed } from './changes/change-feed.ts';
import type { RealtimeLimits } from './realtime-limits.ts';
import type { Topics } from './topics.ts';

/** What channels share. */
export interface RealtimeServices {
  database: Database;
  callers: Callers;
  topics: Topics;
  feed: ChangeFeed;
  limits: RealtimeLimits;
}
