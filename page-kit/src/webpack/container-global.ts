import { RELEASE_PLACEHOLDER } from '@atrium/releases/release-manifest';

/** Name of the variable through which a remote's entry hands over its container. It differs from release to release. */
export function containerGlobal(remote: string, release = RELEASE_PLACEHOLDER): string {
  return `atrium_${remote.replaceAll('-', '_')}_${release}`;
}

/** Name of the script that sets that variable. */
export function entryFile(release: string): string {
  return `entry.${release}.js`;
}
