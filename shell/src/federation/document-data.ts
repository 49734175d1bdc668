import { releaseSetSchema, type ReleaseSet } from '@atrium/releases/release-set';
import * as v from 'valibot';

/** Id of the data block in which the site's server hands over the release set. */
const RELEASE_SET_ID = 'atrium-release-set';

/** The document holds no release set, or one that is not as it must be. */
export class ReleaseSetError extends Error {
  override readonly name = 'ReleaseSetError';
}

/**
 * Reads the release set that the tab was started with.
 * @throws {ReleaseSetError} when it is missing or malformed; nothing of the site can run then.
 */
export function readReleaseSet(source: Document): ReleaseSet {
  const text = source.getElementById(RELEASE_SET_ID)?.textContent;
  if (!text) throw new ReleaseSetError('The document holds no release set.');
  try {
    return v.parse(releaseSetSchema, JSON.parse(text));
  } catch (cause) {
    throw new ReleaseSetError('The document holds a malformed release set.', { cause });
  }
}
