import * as v from 'valibot';

/**
 * What running a release's code came to, before it could go live (design §7): stored beside the release, so that the
 * gate asks for it at every move.
 */
export const trialSchema = v.strictObject({
  schema: v.literal(1),
  passed: v.boolean(),
  /** What went wrong, one sentence part each; none for a trial that was passed. */
  problems: v.array(v.pipe(v.string(), v.nonEmpty(), v.maxLength(2000))),
  /** The moment of the trial, in ISO 8601 with UTC. */
  when: v.pipe(v.string(), v.isoTimestamp()),
});

/** See {@link trialSchema}. */
export type Trial = v.InferOutput<typeof trialSchema>;
