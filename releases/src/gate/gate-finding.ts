import * as v from 'valibot';
import { releaseIdSchema } from '../release-id.ts';
import { remoteNameSchema } from '../remote-name.ts';

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
