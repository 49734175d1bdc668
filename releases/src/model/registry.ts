import * as v from 'valibot';
import { releaseIdSchema, remoteKindSchema, remoteNameSchema } from './identity.ts';

/** The registry's revision: how many moves there were. */
export const revisionSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The part of the visitors that get a canary, in percent. */
export const percentSchema = v.pipe(
  v.number(),
  v.minValue(0, 'Give a percentage from 0 to 100'),
  v.maxValue(100, 'Give a percentage from 0 to 100'),
);

/** A release that some of the visitors get in the place of the live one, which stands in for it where it will not load. */
export const canarySchema = v.strictObject({ release: releaseIdSchema, percent: percentSchema });

const registeredRemoteSchema = v.strictObject({
  kind: remoteKindSchema,
  /** Null where the remote is retired: its paths are free, and a later publish brings it back. */
  live: v.nullable(releaseIdSchema),
  /** What a visitor gets when the live release will not load, and what a rollback goes to; null if there is none. */
  previous: v.nullable(releaseIdSchema),
  /** Null where everybody gets the live release. */
  canary: v.nullable(canarySchema),
  /** Releases that were found bad, the newest finding first: they do not go live again unless somebody insists. */
  quarantined: v.array(releaseIdSchema),
  /** When `live` became what it is, in ISO 8601 with UTC; null where nobody knows. */
  since: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
});

/**
 * The registry: which release of each remote is live (design §7). Each change raises `revision` by one and has an entry
 * in the store's log.
 */
export const registrySchema = v.strictObject({
  schema: v.literal(3),
  revision: revisionSchema,
  remotes: v.record(remoteNameSchema, registeredRemoteSchema),
});

/** See {@link registrySchema}. */
export type Registry = v.InferOutput<typeof registrySchema>;

/** See {@link canarySchema}. */
export type Canary = v.InferOutput<typeof canarySchema>;

/** What the registry says of one remote. */
export type RegisteredRemote = v.InferOutput<typeof registeredRemoteSchema>;

/** What is there before the first release: nothing, at revision 0. */
export const emptyRegistry: Registry = { schema: 3, revision: 0, remotes: {} };

/** What is there of a remote before its first release. */
export function unreleased(kind: RegisteredRemote['kind']): RegisteredRemote {
  return { kind, live: null, previous: null, canary: null, quarantined: [], since: null };
}

/** What the registry says of a remote, or null if it was never released. */
export function registeredRemote(registry: Registry, name: string): RegisteredRemote | null {
  return (Object.hasOwn(registry.remotes, name) ? registry.remotes[name] : undefined) ?? null;
}

/** The releases of a remote that visitors may get: live, canary and previous. */
export function pointedReleases({ live, canary, previous }: RegisteredRemote): string[] {
  return [live, canary?.release ?? null, previous].filter((release) => release !== null);
}
