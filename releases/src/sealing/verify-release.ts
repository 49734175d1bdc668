import { canonicalJson, parseDocument } from '../model/json.ts';
import { buildDescriptionSchema, RELEASE_PLACEHOLDER } from '../model/release-manifest.ts';
import { InvalidReleaseError } from '../model/store-errors.ts';
import { fileSum, releaseIdOf, type SealedRelease } from './seal.ts';

/**
 * Checks that a release is what sealing made: each file has the stated size and hash, none is missing or extra, and
 * the id is the hash of the output. For the last one the placeholder is put back where the id stands, which is the
 * exact reverse of sealing: an output cannot hold its own hash anywhere else.
 *
 * @throws InvalidReleaseError with everything that is wrong
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
    else if (content.length !== stated.bytes) problems.push(`the file ${path} has another size than its manifest states`);
    else if (fileSum(content).integrity !== stated.integrity) problems.push(`the file ${path} has other content than its manifest states`);
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
