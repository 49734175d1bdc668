import { PREVIEW_BLOCK_ID, previewBlockSchema, type PreviewBlock } from '@atrium/releases/wire';
import * as v from 'valibot';

/** The document's data about previews; null if it has none, or if only a newer shell can read it. */
export function documentPreview(source: Document): PreviewBlock | null {
  const text = source.getElementById(PREVIEW_BLOCK_ID)?.textContent;
  if (!text) return null;
  try {
    return v.parse(previewBlockSchema, JSON.parse(text));
  } catch {
    return null;
  }
}
