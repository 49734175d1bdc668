/**
 * Stands for the release id in a build's output. Sealing hashes the output with it and then puts the id, which has
 * the same length, in its place; so positions in source maps hold and the id depends on nothing but the output.
 */
export const RELEASE_PLACEHOLDER = '0releaseidhere00';

/** Name of the variable through which a remote's entry hands over its container. It differs from release to release. */
export function containerGlobal(remote: string): string {
  return `atrium_${remote.replaceAll('-', '_')}_${RELEASE_PLACEHOLDER}`;
}
