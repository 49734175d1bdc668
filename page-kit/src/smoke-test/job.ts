import { releaseManifestSchema, type ReleaseManifest } from '@atrium/releases/model';
import * as v from 'valibot';

/** The input of the smoke-test process. */
export const smokeTestJobSchema = v.strictObject({
  manifest: releaseManifestSchema,
  /** Content of every file, by its path in the release. */
  files: v.map(v.string(), v.instance(Uint8Array)),
  /** Folder of the remote's sources: its own React is found from there. */
  folder: v.string(),
});

/** See {@link smokeTestJobSchema}. */
export interface SmokeTestJob {
  readonly manifest: ReleaseManifest;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly folder: string;
}

/** The messages of the smoke-test process: its progress and its result. */
export const smokeTestMessageSchema = v.variant('type', [
  /** The next step, in words that follow "while", so that a timeout can name what hangs. */
  v.strictObject({ type: v.literal('step'), step: v.string() }),
  v.strictObject({
    type: v.literal('done'),
    passed: v.boolean(),
    problems: v.array(v.string()),
  }),
]);

/** See {@link smokeTestMessageSchema}. */
export type SmokeTestMessage = v.InferOutput<typeof smokeTestMessageSchema>;

/** Receives the next step, in words that follow "while". */
export type Announce = (step: string) => Promise<void>;
