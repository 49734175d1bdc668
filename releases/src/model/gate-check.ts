import * as v from 'valibot';
import { releaseIdSchema, remoteNameSchema } from './identity.ts';
import { releaseManifestSchema } from './release-manifest.ts';

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

/** One thing that speaks against a release going live. */
export const gateFindingSchema = v.strictObject({
  check: v.picklist([
    'contract',
    'shared',
    'router-names',
    'federation',
    'exposed',
    'paths',
    'navigation',
    'size',
    'forbidden',
    'styles',
    'trial',
    'kind',
    'stored',
    'quarantined',
    'canary',
  ]),
  /** A sentence that says what is wrong and how to mend it. */
  message: v.string(),
  /** The release that it does not go together with, and how that one may meet it in a visitor's tab. */
  against: v.exactOptional(
    v.strictObject({ name: remoteNameSchema, release: releaseIdSchema, as: v.picklist(['live', 'canary', 'previous']) }),
  ),
});

/** See {@link gateFindingSchema}. */
export type GateFinding = v.InferOutput<typeof gateFindingSchema>;

/** The gate's answer to "can this be deployed?". */
export const gateAnswerSchema = v.strictObject({
  allowed: v.boolean(),
  findings: v.array(gateFindingSchema),
});

/** See {@link gateAnswerSchema}. */
export type GateAnswer = v.InferOutput<typeof gateAnswerSchema>;

/** A release that the gate is asked about: one that is stored, or one that is not yet. */
export const proposalSchema = v.union([
  v.strictObject({ name: remoteNameSchema, release: releaseIdSchema }),
  v.strictObject({
    manifest: releaseManifestSchema,
    trial: v.nullable(trialSchema),
    /** What `forbiddenContents` found in its files; a store finds out by itself when it gets them. */
    forbidden: v.exactOptional(v.array(v.string())),
    /** What `unconfinedStyles` found, likewise. */
    styles: v.exactOptional(v.array(v.string())),
  }),
]);

/** See {@link proposalSchema}. */
export type Proposal = v.InferOutput<typeof proposalSchema>;
