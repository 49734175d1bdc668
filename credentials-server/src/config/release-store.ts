import { openDirectoryStore } from '@atrium/releases/stores/directory';
import { StoreUnavailableError, type ReleaseStore } from '@atrium/releases/stores';
import { openSupabaseStore } from '@atrium/releases/stores/supabase';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from './settings.ts';

/** Receives an error of the store; null when the store is available again. */
type StoreReport = (error: Error | null) => void;

/** An open release store, which exists before the server whose log it writes to. */
interface OpenReleaseStore {
  readonly store: ReleaseStore;
  /** Whether the sign-in project also stores the releases. It then tells tabs about new ones: see RELEASE_BROADCAST. */
  readonly hasReleaseBroadcast: boolean;
  /** Sets the log for the store's failures, and what else receives them. Call it before the first request to the store. */
  readonly reportTo: (log: FastifyBaseLogger, receive: StoreReport) => void;
}

/** Opens the release store that the settings name: a Supabase project or a directory. */
export function openReleaseStore({
  releasesDirectory,
  releasesProject,
  supabaseUrl,
}: Pick<Settings, 'releasesDirectory' | 'releasesProject' | 'supabaseUrl'>): OpenReleaseStore {
  let log: FastifyBaseLogger | null = null;
  let receive: StoreReport | null = null;
  const reportTo: OpenReleaseStore['reportTo'] = (...receivers) => {
    [log, receive] = receivers;
  };
  const report = (err: Error | null): void => {
    if (err === null) log?.info('the release store is available again');
    else log?.error({ err }, err instanceof StoreUnavailableError ? 'the release store is unavailable; live releases stay live' : err.message);
    receive?.(err);
  };
  if (releasesProject === null) return { store: openDirectoryStore(releasesDirectory, { report }), hasReleaseBroadcast: false, reportTo };
  return {
    store: openSupabaseStore({ ...releasesProject, readAhead: true, report }),
    hasReleaseBroadcast: new URL(releasesProject.url).origin === new URL(supabaseUrl).origin,
    reportTo,
  };
}
