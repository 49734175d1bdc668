import { previewBlockId } from '@atrium/releases/names';
import { previewBlockSchema, type PreviewBlock } from '@atrium/releases/preview-wire';
import * as v from 'valibot';

/** What the document says of previews; null where it says nothing, or what only a later shell can read. */
export function documentPreview(source: Document): PreviewBlock | null {
  const text = source.getElementById(previewBlockId)?.textContent;
  if (!text) return null;
  try {
    return v.parse(previewBlockSchema, JSON.parse(text));
  } catch {
    return null;
  }
}
