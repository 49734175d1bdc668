import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Alert, Button, Card, LinkButton, PageHeading, Skeleton } from '@atrium/page-kit/ui';
import { useSupabase } from 'auth/auth';
import { boardsText } from '../boards/boards-messages.ts';
import { findBoard, listMyInvitations } from '../boards/boards-table.ts';
import { InvitationCard } from '../boards/invitation-card.tsx';
import { queryKeys } from '../data/query-keys.ts';
import { usePerson } from '../data/workspace-data.tsx';
import { asWorkspaceError } from '../data/workspace-error.ts';
import { Board } from './board.tsx';

/** Milliseconds between two looks for a board that is missing. */
const REFETCH_MS = 5_000;

/** A board, or why it cannot be shown. */
export function OpenBoard({ id }: { readonly id: string }) {
  const client = useSupabase();
  const person = usePerson();
  const board = useQuery({
    queryKey: queryKeys.board(id),
    queryFn: ({ signal }) => findBoard(client, id, signal),
    // Nothing tells a page without a board that its owner has restored it.
    refetchInterval: ({ state }) => (state.data === null ? REFETCH_MS : false),
  });
  const [seen, setSeen] = useState<string | null>(null);
  const name = board.data?.name ?? seen;
  if (name !== seen) setSeen(name);
  if (board.data) return <Board board={board.data} client={client} person={person} />;
  if (board.data === null) return <MissingBoard id={id} seen={seen} />;
  if (!board.error) return <Skeleton lines={4} />;
  return (
    <>
      <PageHeading title={boardsText('boardTitle')} />
      <Alert>
        <p>{asWorkspaceError(board.error).message}</p>
        <div>
          <Button busy={board.isFetching} onClick={() => void board.refetch()}>
            {boardsText('retry')}
          </Button>
        </div>
      </Alert>
    </>
  );
}

interface MissingBoardProps {
  readonly id: string;
  /** Name of the board, where the person has just had it open. */
  readonly seen: string | null;
}

/** A board that the person does not see, or not any more: perhaps they are invited to it. */
function MissingBoard({ id, seen }: MissingBoardProps) {
  const client = useSupabase();
  const invitations = useQuery({ queryKey: queryKeys.invitations, queryFn: ({ signal }) => listMyInvitations(client, signal) });
  if (invitations.isPending) return <Skeleton lines={4} />;
  const invitation = invitations.data?.find(({ board }) => board === id);
  if (invitation) {
    return (
      <div className="atrium-page atrium-page-narrow">
        <PageHeading title={boardsText('invitedHeading', { name: invitation.board_name })} />
        <Card>
          <InvitationCard client={client} invitation={invitation} />
        </Card>
      </div>
    );
  }
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={seen === null ? boardsText('boardNotFound') : boardsText('boardLost', { name: seen })} />
      <p>{boardsText(seen === null ? 'boardNotFoundAdvice' : 'boardLostAdvice')}</p>
      <div>
        <LinkButton to="/workspace">{boardsText('toWorkspace')}</LinkButton>
      </div>
    </div>
  );
}
