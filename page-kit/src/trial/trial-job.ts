import { releaseManifestSchema, type ReleaseManifest } from '@atrium/releases/release-manifest';
import * as v from 'valibot';

/** What the trial process is asked to try. */
export const trialJobSchema = v.strictObject({
  manifest: releaseManifestSchema,
  /** Content of every file, by its path in the release. */
  files: v.map(v.string(), v.instance(Uint8Array)),
  /** Folder of the remote's sources: its own React is found from there. */
  folder: v.string(),
});

/** What the trial process is asked to try: see {@link trialJobSchema}. */
export interface TrialJob {
  readonly manifest: ReleaseManifest;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly folder: string;
}

/** What the trial process says while it works and when it is done. */
export const trialMessageSchema = v.variant('type', [
  /** What it is about to do, in words that follow "while": whoever waits knows what hangs. */
  v.strictObject({ type: v.literal('step'), step: v.string() }),
  v.strictObject({
    type: v.literal('done'),
    passed: v.boolean(),
    problems: v.array(v.string()),
  }),
]);

/** See {@link trialMessageSchema}. */
export type TrialMessage = v.InferOutput<typeof trialMessageSchema>;
