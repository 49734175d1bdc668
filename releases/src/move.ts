import * as v from 'valibot';
import type { LogEntry } from './log-entry.ts';
import { percentSchema, revisionSchema, type Registry } from './registry.ts';
import { releaseIdSchema } from './release-id.ts';
import { remoteNameSchema } from './remote-name.ts';

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

/** What a move came to. */
export interface MoveResult {
  /** The registry after the move. */
  readonly registry: Registry;
  /** The move's entry in the log; null if everything was as wished already, and nothing changed. */
  readonly entry: LogEntry | null;
}
