import * as v from 'valibot';
import type { ProjectClient } from '../_shared/project.ts';

/** What a mail says of an invitation. `supabase/templates` know them by these names, under `.Data`. */
export interface InvitationWords {
  /** Empty where they have no name. */
  readonly invited_by: string;
  readonly invited_to: string;
}

const boardSchema = v.object({ name: v.string(), account_profiles: v.object({ name: v.string() }) });

/** Longest name in a mail, in characters: long enough for names, too short for a letter. */
const LONGEST = 60;

/**
 * A name as a mail shows it. Anyone can take any name, and mail programs make links of what looks like an address: with a
 * space after each character that an address needs, none does. The database does the same to what accounts carry.
 */
function shown(name: string): string {
  const line = name.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').replace(/[.:/@\\。．｡：／＠](?=\S)/gu, '$& ').trim();
  const characters = Array.from(line);
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : line;
}

/** Who invites, and to which board: by their names, and nothing else that the inviter could write. */
export async function wordsOf(client: ProjectClient, board: string): Promise<InvitationWords> {
  const { data } = await client.from('workspace_boards').select('name, account_profiles!workspace_boards_owner_fkey(name)').eq('id', board).single().throwOnError();
  const { name, account_profiles: owner } = v.parse(boardSchema, data);
  return { invited_by: shown(owner.name), invited_to: shown(name) };
}
