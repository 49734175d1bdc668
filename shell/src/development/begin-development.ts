import type { ReleaseSet } from '@atrium/releases/release-set';
import type { ContainerLoader } from '../federation/container-loader.ts';
import type { DevelopmentFiles } from './development-files.ts';

/**
 * Loads the entries of the remotes that are being developed, whatever page the tab begins with: the connection to the
 * development server is in them, and it is to say what changed on every page.
 */
export function beginDevelopment(set: ReleaseSet, files: DevelopmentFiles, containers: ContainerLoader): void {
  for (const remote of files.remotesOf(set)) {
    // Whoever needs the remote loads it again, and says what is wrong.
    containers.load(remote).catch(() => undefined);
  }
}
