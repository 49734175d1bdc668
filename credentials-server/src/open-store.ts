import { openDirectoryStore } from '@atrium/releases/directory-store';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { openSupabaseStore } from '@atrium/releases/supabase-store';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from './settings.ts';

/** The store of a server, and where it says what goes wrong with it. */
export interface OpenStore {
  readonly store: ReleaseStore;
  /** Whether it is in the project of the sign-in: see releaseNews. */
  readonly hasReleaseNews: boolean;
  /** Nothing is asked of the store before. */
  readonly sayTo: (log: FastifyBaseLogger) => void;
}

/** Opens the release store that the settings name: a Supabase project, or a directory. */
export function openStore({
  releasesDirectory,
  releasesProject,
  supabaseUrl,
}: Pick<Settings, 'releasesDirectory' | 'releasesProject' | 'supabaseUrl'>): OpenStore {
  let log: FastifyBaseLogger | null = null;
  const sayTo = (given: FastifyBaseLogger): void => {
    log = given;
  };
  const report = (err: Error | null): void => {
    if (err === null) log?.info('the release store is back');
    else log?.error({ err }, 'the release store is in trouble; what is live stays live');
  };
  if (releasesProject === null) return { store: openDirectoryStore(releasesDirectory, report), hasReleaseNews: false, sayTo };
  return {
    store: openSupabaseStore({ ...releasesProject, readAhead: true, report }),
    hasReleaseNews: new URL(releasesProject.url).origin === new URL(supabaseUrl).origin,
    sayTo,
  };
}
