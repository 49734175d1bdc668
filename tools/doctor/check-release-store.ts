import { readReleasesProject } from '@atrium/credentials-server/settings';
import { StoreAwayError } from '@atrium/releases/store-errors';
import { openSupabaseStore } from '@atrium/releases/supabase-store';
import { mend, ok, type Finding } from './finding.ts';

/**
 * Whether the project that keeps the releases has the migrations and admits the key; nothing where releases are in a folder.
 *
 * @throws SettingsError of `@atrium/credentials-server` for settings that will not do
 */
export async function checkReleaseStore(environment: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  const project = readReleasesProject(environment);
  if (project === null) return [];
  try {
    const store = openSupabaseStore(project);
    const teams = await store.teams.listTeams();
    // Of a later migration than the rest.
    await store.health.read();
    if (teams.length > 0) return [ok('releases', 'The project that keeps the releases has its functions, and admits the key.')];
    return [mend('releases', 'The project that keeps the releases has no team yet.', "Make the first token: `npx atrium token create platform --remotes '*' --store supabase:`.")];
  } catch (error) {
    if (!(error instanceof StoreAwayError)) throw error;
    return [mend('releases', error.message, 'Check RELEASES_SUPABASE_URL and RELEASES_SUPABASE_KEY, and run `supabase db push` in that project.')];
  }
}
