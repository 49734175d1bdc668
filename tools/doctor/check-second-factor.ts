import { note, type Finding } from './finding.ts';

/**
 * What is to be known of the policy that asks for a second factor (`aal2`) before notes are given out: a visitor who is
 * not signed in is refused before any policy is looked at, so with a public key nobody can tell whether it is there.
 *
 * @param tables what was found of the tables: without them there is nothing to say
 */
export function checkSecondFactor(tables: Finding): Finding[] {
  if (tables.level !== 'ok') return [];
  return [
    note(
      'second factor',
      'Whether notes ask people who have a second factor for their code cannot be seen with a public key.',
      'Look in the dashboard for the policy workspace_notes_second_factor, or run `supabase migration list`; `supabase db push` brings it.',
    ),
  ];
}
