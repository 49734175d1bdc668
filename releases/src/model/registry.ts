import * as v from 'valibot';
import { releaseIdSchema, remoteNameSchema } from './identity.ts';
import { remoteKindSchema } from './remote-kind.ts';

/** The registry's revision: the number of moves since it was created. */
export const revisionSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The share of visitors that get a canary, in percent. */
export const percentSchema = v.pipe(
  v.number(),
  v.minValue(0, 'The percentage must be from 0 to 100'),
  v.maxValue(100, 'The percentage must be from 0 to 100'),
);

/** A release that some visitors get instead of the live one. The live one is its fallback when it does not load. */
export const canarySchema = v.strictObject({ release: releaseIdSchema, percent: percentSchema });

const registeredRemoteSchema = v.strictObject({
  kind: remoteKindSchema,
  /** Null for a retired remote: its paths are free, and a later publish brings it back. */
  live: v.nullable(releaseIdSchema),
  /** The fallback when the live release does not load, and the target of a rollback; null if there is none. */
  previous: v.nullable(releaseIdSchema),
  /** Null if all visitors get the live release. */
  canary: v.nullable(canarySchema),
  /** Bad releases, the newest finding first. They go live again only with `force`. */
  quarantined: v.array(releaseIdSchema),
  /** When `live` last changed, in ISO 8601 with UTC; null if unknown. */
  since: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
});

/**
 * The registry: which release of each remote is live. Each change increments `revision` and has an entry in the store's
 * log.
 */
export const registrySchema = v.strictObject({
  schema: v.literal(3),
  revision: revisionSchema,
  remotes: v.record(remoteNameSchema, registeredRemoteSchema),
});

/** See {@link registrySchema}. */
export type Registry = v.InferOutput<typeof registrySchema>;

/** The registry's entry for one remote. */
export type RegisteredRemote = v.InferOutput<typeof registeredRemoteSchema>;

/** The registry before the first release, at revision 0. */
export const emptyRegistry: Registry = { schema: 3, revision: 0, remotes: {} };

/** The entry of a remote before its first release. */
export function unreleased(kind: RegisteredRemote['kind']): RegisteredRemote {
  return { kind, live: null, previous: null, canary: null, quarantined: [], since: null };
}

/** The registry's entry for a remote, or null if it was never released. */
export function registeredRemote(registry: Registry, name: string): RegisteredRemote | null {
  return (Object.hasOwn(registry.remotes, name) ? registry.remotes[name] : undefined) ?? null;
}

/** The releases of a remote that visitors may get: live, canary and previous. */
export function pointedReleases({ live, canary, previous }: RegisteredRemote): string[] {
  return [live, canary?.release ?? null, previous].filter((release) => release !== null);
}
