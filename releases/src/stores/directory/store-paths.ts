import { join } from 'node:path';
import * as v from 'valibot';
import { releaseIdSchema, remoteNameSchema } from '../../model/identity.ts';

/** Where one release is kept. */
export interface ReleasePlaces {
  /** Its files, with their compressed copies `.br` and `.gz`. */
  readonly folder: string;
  /** Written last: a release whose manifest is there is whole. */
  readonly manifest: string;
  readonly trial: string;
  readonly inspection: string;
}

/** Where everything is kept in a directory store's folder. */
export class StorePlaces {
  readonly registry: string;
  /** One file for each revision of the registry. */
  readonly log: string;
  readonly teams: string;
  /** Releases, by remote. */
  readonly files: string;
  /** Releases that are being written or removed. */
  readonly incoming: string;
  readonly locks: string;
  /** What tabs told of releases: see HealthFile. */
  readonly healthFolder: string;
  readonly health: string;
  readonly healthLocks: string;

  constructor(directory: string) {
    this.registry = join(directory, 'registry.json');
    this.log = join(directory, 'log');
    this.teams = join(directory, 'teams.json');
    this.files = join(directory, 'files');
    this.incoming = join(directory, 'incoming');
    this.locks = join(directory, 'locks');
    this.healthFolder = join(directory, 'health');
    this.health = join(this.healthFolder, 'book.json');
    this.healthLocks = join(this.healthFolder, 'locks');
  }

  /** The places of a release. @throws ValiError for names and ids of a wrong form, which could lead elsewhere */
  release(name: string, release: string): ReleasePlaces {
    const folder = join(this.files, v.parse(remoteNameSchema, name), v.parse(releaseIdSchema, release));
    return {
      folder,
      manifest: `${folder}.json`,
      trial: `${folder}.trial.json`,
      inspection: `${folder}.inspection.json`,
    };
  }
}
