import { RELEASE_PLACEHOLDER } from '@atrium/releases/release-placeholder';

/** Name of the variable through which a remote's entry hands over its container. It differs from release to release. */
export function containerGlobal(remote: string): string {
  return `atrium_${remote.replaceAll('-', '_')}_${RELEASE_PLACEHOLDER}`;
}
