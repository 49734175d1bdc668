import * as v from 'valibot';
import { releaseIdSchema } from './release-id.ts';
import { remoteKindSchema, remoteNameSchema } from './remote-name.ts';

/** Who moved a pointer and why: short texts, shown to the platform team. */
export const remarkSchema = v.pipe(v.string(), v.trim(), v.nonEmpty('Say who and why'), v.maxLength(500));

const moveSchema = v.strictObject({
  release: releaseIdSchema,
  /** The moment of the move, in ISO 8601 with UTC. */
  when: v.pipe(v.string(), v.isoTimestamp()),
  who: remarkSchema,
  why: remarkSchema,
});

const registeredRemoteSchema = v.strictObject({
  kind: remoteKindSchema,
  live: releaseIdSchema,
  /** The release that was live before, if there was one. */
  previous: v.nullable(releaseIdSchema),
  /** Every move, oldest first. */
  history: v.array(moveSchema),
});

/** The registry: which release of each remote is live (design §7). Each change raises `revision` by one. */
export const registrySchema = v.strictObject({
  schema: v.literal(1),
  revision: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  remotes: v.record(remoteNameSchema, registeredRemoteSchema),
});

/** See {@link registrySchema}. */
export type Registry = v.InferOutput<typeof registrySchema>;

/** What is there before the first release: nothing, at revision 0. */
export const emptyRegistry: Registry = { schema: 1, revision: 0, remotes: {} };
