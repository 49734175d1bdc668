import { readReleasesProject } from '@atrium/credentials-server/settings';
import { StoreUnavailableError } from '@atrium/releases/stores';
import { openSupabaseStore } from '@atrium/releases/stores/supabase';
import { fix, ok, type Finding } from './finding.ts';

/**
 * Checks that the project with the releases has the migrations and accepts the key.
 *
 * @returns no findings if the releases are in a folder
 * @throws SettingsError of `@atrium/credentials-server` for invalid settings
 */
export async function checkReleaseStore(environment: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  const project = readReleasesProject(environment);
  if (project === null) return [];
  try {
    const store = openSupabaseStore(project);
    const teams = await store.teams.listTeams();
    // The latest migration created this function.
    await store.health.failures();
    if (teams.length > 0) return [ok('releases', 'The project with the releases has its functions and accepts the key.')];
    return [fix('releases', 'The project with the releases has no team yet.', "Create the first token: `npx atrium token create platform --remotes '*' --store supabase:`.")];
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    return [fix('releases', error.message, 'Check RELEASES_SUPABASE_URL and RELEASES_SUPABASE_KEY, and run `supabase db push` in that project.')];
  }
}
