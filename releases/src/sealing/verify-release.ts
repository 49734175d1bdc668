import { canonicalJson, parseDocument } from '../model/json.ts';
import { buildDescriptionSchema, RELEASE_PLACEHOLDER } from '../model/release-manifest.ts';
import { InvalidReleaseError } from '../model/store-errors.ts';
import { fileEntry, releaseIdOf, type SealedRelease } from './seal.ts';

/**
 * Checks that sealing produced this release: each file has the size and hash of its manifest entry, none is missing or
 * extra, and the id is the hash of the output. To compute that hash, it replaces the id by the placeholder: the exact
 * reverse of sealing, since an output cannot contain its own hash anywhere else.
 *
 * @throws InvalidReleaseError with every problem
 */
export function verifyRelease({ manifest, files }: SealedRelease): void {
  const { name, release } = manifest;
  const problems: string[] = [];
  for (const path of files.keys()) {
    if (!Object.hasOwn(manifest.files, path)) problems.push(`the file ${path} is not in its manifest`);
  }
  for (const [path, stated] of Object.entries(manifest.files)) {
    const content = files.get(path);
    if (content === undefined) problems.push(`the file ${path} is missing`);
    else if (content.length !== stated.bytes) problems.push(`the file ${path} has a different size than in its manifest`);
    else if (fileEntry(content).integrity !== stated.integrity) problems.push(`the file ${path} has different content than in its manifest`);
  }
  if (problems.length === 0 && outputHash({ manifest, files }) !== release) {
    problems.push('its id is not the hash of its content');
  }
  if (problems.length > 0) throw new InvalidReleaseError(name, release, problems);
}

function outputHash({ manifest, files }: SealedRelease): string | null {
  const withPlaceholder = (text: string): string => text.replaceAll(manifest.release, RELEASE_PLACEHOLDER);
  const description = Object.entries(manifest).filter(([key]) => key !== 'release' && key !== 'files');
  const build = withPlaceholder(canonicalJson({ ...Object.fromEntries(description), placeholder: RELEASE_PLACEHOLDER }));
  const parsed = parseDocument(buildDescriptionSchema, build);
  if (!parsed.ok) return null;
  const output = new Map<string, Buffer>();
  for (const [path, content] of files) {
    output.set(withPlaceholder(path), Buffer.from(withPlaceholder(content.toString('latin1')), 'latin1'));
  }
  return releaseIdOf(parsed.value, output);
}
