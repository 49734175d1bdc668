import * as v from 'valibot';
import { releaseIdSchema, remoteNameSchema } from './identity.ts';
import { canarySchema, percentSchema, revisionSchema, type Registry } from './registry.ts';

/**
 * A publish makes a release live, a rollback returns to an earlier one, retiring leaves none live. A canary gives a
 * release to some visitors, and promoting makes it live. Quarantine takes a bad release away from all visitors.
 */
const moveActionSchema = v.picklist(['publish', 'rollback', 'retire', 'canary', 'promote', 'quarantine']);

/** Who made a move, or why: a short text that the platform team sees. */
export const remarkSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('State who makes the move, and why'),
  v.maxLength(500, 'Who and why must have at most 500 characters each'),
);

/** The name of a team: letters, digits and hyphens. */
export const teamNameSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]{0,39}$/, 'A team has 1 to 40 lowercase letters, digits and hyphens, and starts with a letter'),
);

/** A request to change what is live. */
export const moveSchema = v.strictObject({
  action: moveActionSchema,
  name: remoteNameSchema,
  /**
   * The release that the move is about; null to retire. In a rollback, null means the registry's `previous`; for
   * `canary` and `promote` it means the current canary. When you retry a rollback after a RevisionMismatchError, name
   * the release: `previous` may have changed.
   */
  release: v.nullable(releaseIdSchema),
  /** For `canary`: the share of visitors that get it; 0 ends it. Null for every other action. */
  percent: v.optional(v.nullable(percentSchema), null),
  /** The revision of the registry that the request is based on; 0 if no registry exists yet. */
  expectedRevision: revisionSchema,
  who: remarkSchema,
  why: remarkSchema,
  /** The team whose token made the request; null or omitted with direct access to the store. */
  team: v.optional(v.nullable(teamNameSchema), null),
  /** Overrides the gate's findings where that is possible. The log keeps `why` as the reason. */
  force: v.optional(v.boolean(), false),
});

/** See {@link moveSchema}. */
export type Move = v.InferInput<typeof moveSchema>;

/**
 * A move that the platform team's page may request. Publishing needs a build, which a page does not have. The server
 * adds who made the request; it never takes that from the request body.
 */
export const platformMoveSchema = v.strictObject({
  ...v.omit(moveSchema, ['who', 'team']).entries,
  action: v.picklist(['promote', 'rollback', 'quarantine', 'retire', 'canary']),
});

/** See {@link platformMoveSchema}. */
export type PlatformMove = v.InferInput<typeof platformMoveSchema>;

/** A move in the store's permanent log, which has one entry for each revision of the registry. */
export const logEntrySchema = v.strictObject({
  /** The registry's revision after the move. */
  revision: revisionSchema,
  action: moveActionSchema,
  name: remoteNameSchema,
  /** The live release after the move; null if the remote was retired. */
  release: v.nullable(releaseIdSchema),
  /** The live release before the move; null if there was none. */
  replaced: v.nullable(releaseIdSchema),
  /** The `previous` release after the move. */
  previous: v.nullable(releaseIdSchema),
  /** The time of the move, in ISO 8601 with UTC. */
  when: v.pipe(v.string(), v.isoTimestamp()),
  who: remarkSchema,
  /** The reason; for a forced move, why the findings do not matter. */
  why: remarkSchema,
  /** The team whose token made the move; null with direct access to the store. */
  team: v.nullable(teamNameSchema),
  /** The canary after the move; null if there was none. */
  canary: v.optional(v.nullable(canarySchema), null),
  /** The release that the move put in quarantine; null for every other action. */
  quarantined: v.optional(v.nullable(releaseIdSchema), null),
  /** The gate's findings that `force` overrode. */
  overridden: v.array(v.string()),
});

/** See {@link logEntrySchema}. */
export type LogEntry = v.InferOutput<typeof logEntrySchema>;

/** Selects entries of the log, the newest first. */
export interface LogQuery {
  /** Only moves of this remote. */
  readonly name?: string;
  /** Only entries of lower revisions. */
  readonly before?: number;
  /** The maximum number of entries. */
  readonly limit: number;
}

/** The result of a move. */
export interface MoveResult {
  /** The registry after the move. */
  readonly registry: Registry;
  /** The move's entry in the log; null if the registry was already in the requested state. */
  readonly entry: LogEntry | null;
}
