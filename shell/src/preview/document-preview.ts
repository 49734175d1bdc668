import { previewBlockId, previewBlockSchema, type PreviewBlock } from '@atrium/releases/preview-wire';
import * as v from 'valibot';

const blockSchema = v.pipe(v.string(), v.parseJson(), previewBlockSchema);

/** What the document says of previews; null for the live site, and for what a later server may say. */
export function documentPreview(source: Document): PreviewBlock | null {
  const block = v.safeParse(blockSchema, source.getElementById(previewBlockId)?.textContent);
  return block.success ? block.output : null;
}
