import { useQuery } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { Alert, Button, Skeleton } from '@atrium/page-kit/ui';
import type { Board } from '../boards/board.ts';
import { queryKeys } from '../data/query-keys.ts';
import { asWorkspaceError } from '../data/workspace-error.ts';
import { InviteForm } from './invite-form.tsx';
import { MemberItem } from './member-item.tsx';
import { listMembers } from './members-table.ts';
import { OpenInvitations } from './open-invitations.tsx';
import { peopleText } from './people-messages.ts';

interface PeopleProps {
  readonly client: SupabaseClient;
  readonly board: Board;
  /** Id of who looks at it. */
  readonly person: string;
}

/** Who is on a board, who is invited, and a way to invite. */
export function People({ client, board, person }: PeopleProps) {
  const members = useQuery({ queryKey: queryKeys.members(board.id), queryFn: ({ signal }) => listMembers(client, board.id, signal) });
  const isOwner = board.owner === person;
  return (
    <>
      <h2>{peopleText('heading')}</h2>
      {members.isPending && <Skeleton lines={2} />}
      {members.error && (
        <Alert>
          <p>{asWorkspaceError(members.error).message}</p>
          <div>
            <Button onClick={() => void members.refetch()}>{peopleText('retry')}</Button>
          </div>
        </Alert>
      )}
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
