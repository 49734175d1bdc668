import * as v from 'valibot';
import { named } from '../model/identity.ts';

/** Minutes that make up what is called recent. */
export const recentMinutes = 10;

/** So many visitors of one network count as failed: whoever has one network cannot be a crowd. */
export const mostOfNetwork = 3;

/** So many failed visitors of a release one tally names. A server tells every few seconds, so more are no news. */
export const mostInTally = 200;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const mark = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

/** Somebody for whom a release failed: marks that tell visitors and networks apart for some minutes, and name nobody. */
export const failedVisitorSchema = v.strictObject({ visitor: mark, network: mark });

/**
 * When a release became what visitors get, in milliseconds since 1970; left out where nobody knows, or where it only
 * stands in for another. Who makes a release live again begins to count it anew.
 */
const since = v.exactOptional(count);

/** What one server was told of one release within one minute, each visitor counted once. */
export const tallySchema = v.strictObject({
  ...named,
  since,
  /** Minutes since 1970. */
  minute: count,
  /** Visitors who were shown one of its pages. */
  shown: count,
  failed: v.pipe(v.array(failedVisitorSchema), v.maxLength(mostInTally)),
  /** Visitors who met an error of a page that had worked. */
  errors: count,
});

/** See {@link failedVisitorSchema}. */
export type FailedVisitor = v.InferOutput<typeof failedVisitorSchema>;

/** See {@link tallySchema}. */
export type Tally = v.InferOutput<typeof tallySchema>;

/** What was told of a release within some time. Who comes again after {@link recentMinutes} is counted again. */
export const toldSchema = v.strictObject({
  shown: count,
  /** Visitors for whom it failed; of one network at most {@link mostOfNetwork}. */
  failed: count,
  /** Networks that these came from. */
  networks: count,
  errors: count,
});

/** What all servers together were told of a release. */
export const releaseHealthSchema = v.strictObject({
  ...named,
  since,
  /** Within the last {@link recentMinutes}. */
  recent: toldSchema,
  /** Today and yesterday (UTC), as far as it was what `since` says. */
  all: toldSchema,
});

/** See {@link toldSchema}. */
export type Told = v.InferOutput<typeof toldSchema>;

/** See {@link releaseHealthSchema}. */
export type ReleaseHealth = v.InferOutput<typeof releaseHealthSchema>;

/**
 * What tabs told of releases, for all servers over one store: counts for two days, and marks of failed visitors for
 * {@link recentMinutes}, which go with what is told next, or with a tally of nothing.
 */
export interface HealthBook {
  /** What marks of visitors are made with: the same for all servers, unknown to others, and another one each day (UTC). */
  salt(): Promise<string>;
  /**
   * Adds what this server was told since the last time. What is older than {@link recentMinutes}, or of a time before the
   * release became what it is now, is left out; a `since` that is later than the one kept begins the release anew.
   */
  add(tallies: readonly Tally[]): Promise<void>;
  /**
   * What was told of each release.
   *
   * @param minutes those that are recent: {@link recentMinutes}, or fewer
   */
  read(minutes?: number): Promise<readonly ReleaseHealth[]>;
}
