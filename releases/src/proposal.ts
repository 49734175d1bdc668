import * as v from 'valibot';
import { releaseIdSchema } from './release-id.ts';
import { releaseManifestSchema } from './release-manifest.ts';
import { remoteNameSchema } from './remote-name.ts';
import { trialSchema } from './trial.ts';

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
