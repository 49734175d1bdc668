import { useQuery } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { queryKeys } from '../data/query-keys.ts';
import { listMembers } from '../members/members-table.ts';
import { notesText } from '../notes/notes-messages.ts';

/** The people of a board by name; asked for where there are several. */
export function useBoardPeople(client: SupabaseClient, board: string, isShared: boolean): (person: string | null) => string {
  const members = useQuery({
    queryKey: queryKeys.members(board),
    queryFn: ({ signal }) => listMembers(client, board, signal),
    enabled: isShared,
  });
  // A name that cannot be read is no reason to stop anybody; the people's own part tells of it.
  return (person) => {
    const member = members.data?.find((other) => other.person === person);
    if (!member) return notesText('formerMember');
    return member.account_profiles?.name || notesText('nameless');
  };
}
