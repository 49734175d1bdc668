import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { Dialog } from '@atrium/page-kit/primitives';
import { Skeleton } from '@atrium/page-kit/ui';
import type { Board } from '../../model/boards.ts';
import { listMembers } from '../../model/members.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { InviteForm, OpenInvitations } from './invitations.tsx';
import { MemberItem } from './member-item.tsx';
import { peopleText } from './people-messages.ts';
import classes from './people.module.css';

interface PeopleProps {
  readonly client: SupabaseClient;
  readonly board: Board;
  /** Id of the signed-in user. */
  readonly person: string;
  /** The picture of a member. */
  readonly personOf: (person: string) => { readonly picture: string | undefined };
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A dialog with the members of a board; for its owner also a form that invites people, and the open invitations. */
export function People({ client, board, person, personOf, open, onClose }: PeopleProps) {
  return (
    <Dialog onClose={onClose} open={open} size="large" title={peopleText(board.owner === person ? 'shareHeading' : 'heading', { name: board.name })}>
      <Members board={board} client={client} person={person} personOf={personOf} />
    </Dialog>
  );
}

function Members({ client, board, person, personOf }: Omit<PeopleProps, 'open' | 'onClose'>) {
  const members = useQuery({ queryKey: queryKeys.members(board.id), queryFn: ({ signal }) => listMembers(client, board.id, signal) });
  const isOwner = board.owner === person;
  // Not a toast: an open dialog hides the rest of the page from screen readers.
  const [announcement, setAnnouncement] = useState('');
  return (
    <>
      {isOwner && <InviteForm board={board.id} client={client} />}
      <p className="atrium-visually-hidden" role="status">
        {announcement}
      </p>
      {members.isPending && <Skeleton lines={2} />}
      {members.error && <FailureAlert error={members.error} onRetry={() => void members.refetch()} />}
      {members.data && (
        <>
          {isOwner && <h3 className={classes['heading']}>{peopleText('membersHeading')}</h3>}
          <div className={classes['members']} role="list">
            {members.data.map((member) => (
              <MemberItem
                board={board}
                client={client}
                isOwner={isOwner}
                key={member.person}
                member={member}
                onAnnounce={setAnnouncement}
                person={person}
                picture={personOf(member.person).picture}
              />
            ))}
          </div>
        </>
      )}
      {isOwner && <OpenInvitations board={board.id} client={client} />}
      <p className={`atrium-muted atrium-small ${classes['private']}`}>
        <Lock aria-hidden="true" size={14} /> {peopleText('private')}
      </p>
    </>
  );
}
