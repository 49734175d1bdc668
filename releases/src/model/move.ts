import * as v from 'valibot';
import { releaseIdSchema, remoteNameSchema } from './identity.ts';
import { canarySchema, percentSchema, revisionSchema, type Registry } from './registry.ts';

/**
 * What a move does: a publish makes a release live, a rollback goes back to an earlier one, retiring leaves none live. A
 * canary is what some visitors get; promoting makes it live. Quarantine takes a bad release from everybody.
 */
export const moveActionSchema = v.picklist(['publish', 'rollback', 'retire', 'canary', 'promote', 'quarantine']);

/** See {@link moveActionSchema}. */
export type MoveAction = v.InferOutput<typeof moveActionSchema>;

/** Who moved a pointer and why: short texts, shown to the platform team. */
export const remarkSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Say who and why'),
  v.maxLength(500, 'Say who and why in at most 500 characters each'),
);

/** The name of a team: letters, digits and hyphens. */
export const teamNameSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]{0,39}$/, 'A team has 1 to 40 lowercase letters, digits and hyphens, and starts with a letter'),
);

/** The wish to change what is live. */
export const moveSchema = v.strictObject({
  action: moveActionSchema,
  name: remoteNameSchema,
  /**
   * The release to make live, to try or to take away. Null to retire; null in a rollback means the registry's
   * `previous`, and with `canary` and `promote` the canary that there is. Who repeats a rollback after a
   * RevisionMismatchError should name the release: `previous` may be another one by then.
   */
  release: v.nullable(releaseIdSchema),
  /** For `canary`: the part of the visitors that get it; 0 ends it. Null for every other action. */
  percent: v.optional(v.nullable(percentSchema), null),
  /** The revision of the registry that the wish rests on; 0 where there is no registry yet. */
  expectedRevision: revisionSchema,
  who: remarkSchema,
  why: remarkSchema,
  /** The team whose token asks; null or left out for somebody who has the store itself. */
  team: v.optional(v.nullable(teamNameSchema), null),
  /** Goes over what the gate has against it, as far as that can be; `why` is the reason, and is kept. */
  force: v.optional(v.boolean(), false),
});

/** See {@link moveSchema}. */
export type Move = v.InferInput<typeof moveSchema>;

/**
 * What the platform team's page may wish: to publish takes a build, which no page has. Who wishes it, the server knows;
 * nothing of that is taken from what is sent.
 */
export const platformMoveSchema = v.strictObject({
  ...v.omit(moveSchema, ['who', 'team']).entries,
  action: v.picklist(['promote', 'rollback', 'quarantine', 'retire', 'canary']),
});

/** See {@link platformMoveSchema}. */
export type PlatformMove = v.InferInput<typeof platformMoveSchema>;

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

/** What a move came to. */
export interface MoveResult {
  /** The registry after the move. */
  readonly registry: Registry;
  /** The move's entry in the log; null if everything was as wished already, and nothing changed. */
  readonly entry: LogEntry | null;
}
