import * as v from 'valibot';
import { authRemoteEntries, contradictions, pageModuleEntries, shellEntries } from './build-description.ts';
import { filePathSchema, integritySchema } from './file-path.ts';
import { releaseIdSchema } from './release-id.ts';

const sealedEntries = {
  release: releaseIdSchema,
  /** Every file of the release, by path, with its size in bytes. */
  files: v.record(
    filePathSchema,
    v.strictObject({ integrity: integritySchema, bytes: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  ),
};

/**
 * A release's manifest: its build description, with the release id in the placeholder's place, and its files.
 * It never changes. Unknown keys are refused, `getPublicPath` among them (design §6, Security).
 */
export const releaseManifestSchema = v.pipe(
  v.variant('kind', [
    v.strictObject({ ...shellEntries, ...sealedEntries }),
    v.strictObject({ ...authRemoteEntries, ...sealedEntries }),
    v.strictObject({ ...pageModuleEntries, ...sealedEntries }),
  ]),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const files = new Set(Object.keys(dataset.value.files));
    for (const message of contradictions(dataset.value, files)) addIssue({ message });
  }),
);

/** See {@link releaseManifestSchema}. */
export type ReleaseManifest = v.InferOutput<typeof releaseManifestSchema>;
