import * as v from 'valibot';
import { releaseIdSchema, remoteNameSchema } from './identity.ts';
import { releaseManifestSchema } from './release-manifest.ts';

/**
 * The result of a release's smoke test: running its code once before it goes live. Stores keep it with the release,
 * because the gate asks for it at every move.
 */
export const smokeTestResultSchema = v.strictObject({
  schema: v.literal(1),
  passed: v.boolean(),
  /** One sentence part for each failure; empty if the test passed. */
  problems: v.array(v.pipe(v.string(), v.nonEmpty(), v.maxLength(2000))),
  /** The time of the test, in ISO 8601 with UTC. */
  when: v.pipe(v.string(), v.isoTimestamp()),
});

/** See {@link smokeTestResultSchema}. */
export type SmokeTestResult = v.InferOutput<typeof smokeTestResultSchema>;

/** One reason why a release cannot go live. */
export const gateFindingSchema = v.strictObject({
  check: v.picklist([
    'contract',
    'shared',
    'router-names',
    'federation',
    'exposed',
    'paths',
    'navigation',
    'slots',
    'shortcuts',
    'size',
    'forbidden',
    'styles',
    'smoke-test',
    'kind',
    'stored',
    'quarantined',
    'canary',
  ]),
  /** What is wrong and how to fix it. */
  message: v.string(),
  /** The release that conflicts with it, and the role in which the two may meet in a visitor's tab. */
  against: v.exactOptional(
    v.strictObject({ name: remoteNameSchema, release: releaseIdSchema, as: v.picklist(['live', 'canary', 'previous']) }),
  ),
});

/** See {@link gateFindingSchema}. */
export type GateFinding = v.InferOutput<typeof gateFindingSchema>;

/** The gate's response: whether the release can be deployed, and if not, why. */
export const gateResponseSchema = v.strictObject({
  allowed: v.boolean(),
  findings: v.array(gateFindingSchema),
});

/** See {@link gateResponseSchema}. */
export type GateResponse = v.InferOutput<typeof gateResponseSchema>;

/** The release that the gate checks: a stored one, or one that is not stored yet. */
export const proposalSchema = v.union([
  v.strictObject({ name: remoteNameSchema, release: releaseIdSchema }),
  v.strictObject({
    manifest: releaseManifestSchema,
    smokeTest: v.nullable(smokeTestResultSchema),
    /** The findings of `forbiddenContents`. A store inspects the files itself when it receives them. */
    forbidden: v.exactOptional(v.array(v.string())),
    /** The findings of `unconfinedStyles`. */
    styles: v.exactOptional(v.array(v.string())),
  }),
]);

/** See {@link proposalSchema}. */
export type Proposal = v.InferOutput<typeof proposalSchema>;
