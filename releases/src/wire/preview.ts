import * as v from 'valibot';
import { named } from '../model/identity.ts';

const shown = {
  ...named,
  /** Who signed it. */
  team: v.string(),
  /** Until when it may be shown: seconds since 1970. */
  expires: v.number(),
};

/** What a link shows, and where it begins. */
export const previewAnswerSchema = v.object({ ...shown, path: v.string() });

/** See {@link previewAnswerSchema}. */
export type PreviewAnswer = v.InferOutput<typeof previewAnswerSchema>;

/** What a confirmation is answered with: the address at which the preview begins. */
export const previewConfirmedSchema = v.object({ address: v.pipe(v.string(), v.regex(/^\/(?![/\\])/)) });

/** What is wrong with a link, or with who asks. */
export const previewRefusals = [
  'preview-altered',
  'preview-expired',
  'preview-not-stored',
  'preview-not-allowed',
  'not-signed-in',
  'sign-in-away',
  'too-many-requests',
] as const;

/** A refusal of either address; others have codes that this shell need not know. */
export const previewRefusalSchema = v.object({ error: v.object({ code: v.picklist(previewRefusals) }) });

/** A preview as a tab shows it. */
const shownSchema = v.object(shown);

/**
 * What a document says of previews. Its parts are of kinds that the shell knows from the release set, because a kind more
 * would cost every visitor bytes.
 */
export const previewBlockSchema = v.object({
  /** Null where the tab asked for a preview that it may not have, or not any more: the document is of the live site. */
  shown: v.nullable(shownSchema),
});

/** See {@link previewBlockSchema}. */
export type PreviewBlock = v.InferOutput<typeof previewBlockSchema>;

/** See {@link shownSchema}. */
export type ShownPreview = v.InferOutput<typeof shownSchema>;
