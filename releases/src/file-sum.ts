import { createHash } from 'node:crypto';
import type { ReleaseManifest } from './release-manifest.ts';

/** What a manifest states of a file with this content. */
export function fileSum(content: Buffer): ReleaseManifest['files'][string] {
  return { integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`, bytes: content.length };
}
