import { useQuery } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { Skeleton } from '@atrium/page-kit/ui';
import type { Board } from '../../model/boards.ts';
import { listMembers } from '../../model/members.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { InviteForm, OpenInvitations } from './invitations.tsx';
import { MemberItem } from './member-item.tsx';
import { peopleText } from './people-messages.ts';

interface PeopleProps {
  readonly client: SupabaseClient;
  readonly board: Board;
  /** Id of the signed-in user. */
  readonly person: string;
}

/** The members of a board; for its owner also the open invitations and a form for new ones. */
export function People({ client, board, person }: PeopleProps) {
  const members = useQuery({ queryKey: queryKeys.members(board.id), queryFn: ({ signal }) => listMembers(client, board.id, signal) });
  const isOwner = board.owner === person;
  return (
    <>
      <h2>{peopleText('heading')}</h2>
      {members.isPending && <Skeleton lines={2} />}
      {members.error && <FailureAlert error={members.error} onRetry={() => void members.refetch()} />}
      {members.data && (
        <div className="atrium-stack" role="list">
          {members.data.map((member) => (
            <MemberItem board={board} client={client} isOwner={isOwner} key={member.person} member={member} person={person} />
          ))}
        </div>
      )}
      {isOwner && (
        <>
          <OpenInvitations board={board.id} client={client} />
          <InviteForm board={board.id} client={client} />
        </>
      )}
    </>
  );
}
