import * as v from 'valibot';
import { moveActionSchema, remarkSchema, teamNameSchema } from './move.ts';
import { canarySchema, revisionSchema } from './registry.ts';
import { releaseIdSchema } from './release-id.ts';
import { remoteNameSchema } from './remote-name.ts';

/** One move, as the store's log keeps it for ever: one entry for each revision of the registry. */
export const logEntrySchema = v.strictObject({
  /** The registry's revision after the move. */
  revision: revisionSchema,
  action: moveActionSchema,
  name: remoteNameSchema,
  /** What was live after the move; null where the remote was retired. */
  release: v.nullable(releaseIdSchema),
  /** What was live before it; null where nothing was. */
  replaced: v.nullable(releaseIdSchema),
  /** What was `previous` after it. */
  previous: v.nullable(releaseIdSchema),
  /** The moment of the move, in ISO 8601 with UTC. */
  when: v.pipe(v.string(), v.isoTimestamp()),
  who: remarkSchema,
  /** For a forced move the reason for it. */
  why: remarkSchema,
  /** The team whose token moved it; null for somebody who has the store itself. */
  team: v.nullable(teamNameSchema),
  /** The canary after it; null where there was none. */
  canary: v.optional(v.nullable(canarySchema), null),
  /** The release that it put in quarantine; null for every other move. */
  quarantined: v.optional(v.nullable(releaseIdSchema), null),
  /** What the gate had to say against a move that was forced. */
  overridden: v.array(v.string()),
});

/** See {@link logEntrySchema}. */
export type LogEntry = v.InferOutput<typeof logEntrySchema>;

/** Which entries of the log to read, the newest first. */
export interface LogQuery {
  /** Only moves of this remote. */
  readonly name?: string;
  /** Only entries of lower revisions. */
  readonly before?: number;
  /** At most so many. */
  readonly limit: number;
}
