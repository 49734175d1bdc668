import { randomInt } from 'node:crypto';
import type { FileList } from '@atrium/releases/files';
import type { RemoteRelease } from '@atrium/releases/release-set';
import { releaseBase } from '@atrium/releases/live-site';
import type { Configuration } from 'webpack';
import type { Replacement } from '../site-proxy/replacement.ts';
import { containerGlobal, entryFile } from '../webpack/container-global.ts';

/** A part of a site that a development server builds, and what tabs get of it in the place of a release. */
export interface DevelopedPart {
  readonly configuration: Configuration;
  /** Folder of its files on the site. */
  readonly base: string;
  /** What it replaces at the moment. */
  release(): Partial<Replacement>;
}

/** What a part is developed with. */
export interface PartOptions {
  /** Its folder. */
  readonly root: string;
  /** Whether its components are replaced while they run: see DevelopmentBuild. */
  readonly refresh: boolean;
}

/** Letters and digits of a release's id (RFC 4648 §6, in lower case). */
const ID_LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** An id for what will never be sealed: another one for each server, so that no tab takes files of an earlier one. */
export function developmentId(): string {
  return Array.from({ length: 16 }, () => ID_LETTERS[randomInt(ID_LETTERS.length)]).join('');
}

/** Nothing that a tab has to ask for ahead: what is developed changes, and the machine is the same. */
export const NOTHING_AHEAD: FileList = { scripts: [], styles: [] };

/** The container of a remote that is developed. */
export function developedContainer(name: string, release: string, exposed: string): RemoteRelease {
  return {
    name,
    release,
    base: releaseBase(name, release),
    scripts: {},
    styles: {},
    entry: entryFile(release),
    global: containerGlobal(name, release),
    exposes: { [exposed]: NOTHING_AHEAD },
  };
}
