import { join } from 'node:path';
import * as v from 'valibot';
import { releaseIdSchema, remoteNameSchema } from '../../model/identity.ts';

/** The paths of one release. */
interface ReleasePaths {
  /** The release's files, with their compressed copies `.br` and `.gz`. */
  readonly folder: string;
  /** Written last: a release with a manifest is complete. */
  readonly manifest: string;
  readonly smokeTest: string;
  /** The smoke test of a release that page-kit 1 stored. */
  readonly contract1SmokeTest: string;
  readonly inspection: string;
}

/** The paths in a directory store's folder. */
export class StorePaths {
  readonly registry: string;
  /** One file for each revision of the registry. */
  readonly log: string;
  readonly teams: string;
  /** Releases, by remote. */
  readonly files: string;
  /** Releases being written or removed. */
  readonly incoming: string;
  readonly locks: string;
  /** The reports of tabs: see HealthFile. */
  readonly healthFolder: string;
  readonly health: string;
  readonly timings: string;
  readonly failures: string;
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
    this.timings = join(this.healthFolder, 'timings.json');
    this.failures = join(this.healthFolder, 'failures.json');
    this.healthLocks = join(this.healthFolder, 'locks');
  }

  /** The paths of a release. @throws ValiError for malformed names and ids, which could lead to other folders */
  release(name: string, release: string): ReleasePaths {
    const folder = join(this.files, v.parse(remoteNameSchema, name), v.parse(releaseIdSchema, release));
    return {
      folder,
      manifest: `${folder}.json`,
      smokeTest: `${folder}.smoke-test.json`,
      contract1SmokeTest: `${folder}.trial.json`,
      inspection: `${folder}.inspection.json`,
    };
  }
}
