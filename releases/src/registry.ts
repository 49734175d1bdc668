import * as v from 'valibot';
import { releaseIdSchema } from './release-id.ts';
import { remoteKindSchema, remoteNameSchema } from './remote-name.ts';

/** The registry's revision: how many moves there were. */
export const revisionSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const registeredRemoteSchema = v.strictObject({
  kind: remoteKindSchema,
  /** Null where the remote is retired: its paths are free, and a later publish brings it back. */
  live: v.nullable(releaseIdSchema),
  /** What a visitor gets when the live release will not load, and what a rollback goes to; null if there is none. */
  previous: v.nullable(releaseIdSchema),
});

/**
 * The registry: which release of each remote is live (design §7). Each change raises `revision` by one and has an entry
 * in the store's log.
 */
export const registrySchema = v.strictObject({
  schema: v.literal(2),
  revision: revisionSchema,
  remotes: v.record(remoteNameSchema, registeredRemoteSchema),
});

/** See {@link registrySchema}. */
export type Registry = v.InferOutput<typeof registrySchema>;

/** What the registry says of one remote. */
export type RegisteredRemote = v.InferOutput<typeof registeredRemoteSchema>;

/** What is there before the first release: nothing, at revision 0. */
export const emptyRegistry: Registry = { schema: 2, revision: 0, remotes: {} };

/** What the registry says of a remote, or null if it was never released. */
export function registeredRemote(registry: Registry, name: string): RegisteredRemote | null {
  return (Object.hasOwn(registry.remotes, name) ? registry.remotes[name] : undefined) ?? null;
}
