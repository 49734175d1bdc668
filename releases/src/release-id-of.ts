import { createHash } from 'node:crypto';
import { base32 } from './base32.ts';
import type { BuildDescription } from './build-description.ts';
import { canonicalJson } from './canonical-json.ts';

/**
 * The id of the release that an output makes: a hash of its description and its files, with the placeholder in place.
 *
 * @param files without `build.json`, in any order
 */
export function releaseIdOf(build: BuildDescription, files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256').update(canonicalJson(build));
  for (const [path, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    // The length in front keeps apart what two files with shifted borders would run together.
    hash.update(`\n${path} ${content.length}\n`).update(content);
  }
  return base32(hash.digest()).slice(0, 16);
}
