import * as v from 'valibot';
import { identityEntries } from '../model/identity.ts';

const shown = {
  ...identityEntries,
  /** The team that signed the link. */
  team: v.string(),
  /** When the preview ends: seconds since 1970. */
  expires: v.number(),
};

/** What a link shows, and the path where the preview begins. */
export const previewResponseSchema = v.object({ ...shown, path: v.string() });

/** See {@link previewResponseSchema}. */
export type PreviewResponse = v.InferOutput<typeof previewResponseSchema>;

/** The response to a confirmation: the path and query where the preview begins. */
export const previewConfirmedSchema = v.object({ address: v.pipe(v.string(), v.regex(/^\/(?![/\\])/)) });

/** The codes of refusals that the preview page distinguishes. */
export const PREVIEW_REFUSALS = [
  'preview-altered',
  'preview-expired',
  'preview-not-stored',
  'preview-not-allowed',
  'not-signed-in',
  'sign-in-unavailable',
  'too-many-requests',
] as const;

/** A refusal of a check or of a confirmation. */
export const previewRefusalSchema = v.object({ error: v.object({ code: v.picklist(PREVIEW_REFUSALS) }) });

const shownSchema = v.object(shown);

/**
 * A document's data block about previews. It uses only the schema types of the release set: every other type would add
 * bytes to each visitor's first load.
 */
export const previewBlockSchema = v.object({
  /** Null if the tab may not see the preview that it asked for, or no longer: the document shows the live site. */
  shown: v.nullable(shownSchema),
});

/** See {@link previewBlockSchema}. */
export type PreviewBlock = v.InferOutput<typeof previewBlockSchema>;

/** A preview in a tab. */
export type ShownPreview = v.InferOutput<typeof shownSchema>;
