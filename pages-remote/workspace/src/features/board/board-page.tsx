import { useQuery } from '@tanstack/react-query';
import { Suspense, useLayoutEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { PageVisit } from '@atrium/page-kit/contract/page-module';
import { NotFound } from '@atrium/page-kit/site';
import { expectPageArrival, LinkButton, PageBar, PageHeading } from '@atrium/page-kit/ui';
import { RequireAuth, useSupabase } from 'auth/auth';
import { boardQuery, loadOpeningNotes, myInvitationsQuery } from '../../sync/first-data.ts';
import { useDrafts } from '../../sync/use-drafts.ts';
import { queryClientOf, usePerson, WorkspaceData } from '../../sync/workspace-data.tsx';
import { boardsText } from '../boards/boards-messages.ts';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { LazyPart } from '../loading/lazy-part.tsx';
import { RowsSkeleton } from '../loading/rows-skeleton.tsx';
import classes from './board-width.module.css';
import { boardText } from './board-messages.ts';
import { Board } from './board.tsx';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Milliseconds between two requests for a board that is missing. */
const REFETCH_MS = 5_000;

// Few boards are opened by people who are only invited to them.
const loadInvitation = () => import(/* webpackChunkName: "board-tools" */ '../boards/invitation-card.tsx').then(({ InvitationCard }) => InvitationCard);

/** `/workspace/:board`: one board. */
export default function BoardPage() {
  const { board = '' } = useParams();
  if (!ID.test(board)) return <NotFound />;
  return (
    <RequireAuth>
      <Suspense fallback={<ReadingBoard />}>
        <WorkspaceData>
          <OpenBoard id={board} key={board} />
        </WorkspaceData>
      </Suspense>
    </RequireAuth>
  );
}

BoardPage.load = ({ params: { board = '' }, supabase: client, user }: PageVisit): void => {
  if (!ID.test(board)) return;
  const queries = queryClientOf(user.id);
  void queries.prefetchQuery(boardQuery(client, board));
  loadOpeningNotes(queries, { client, board, person: user.id });
};

function OpenBoard({ id }: { readonly id: string }) {
  const client = useSupabase();
  const person = usePerson();
  const board = useQuery({
    ...boardQuery(client, id),
    // Without access there is no live connection, which would announce that the owner has restored the board.
    refetchInterval: ({ state }) => (state.data === null ? REFETCH_MS : false),
  });
  const [lastName, setLastName] = useState<string | null>(null);
  const name = board.data?.name ?? lastName;
  if (name !== lastName) setLastName(name);
  const isLost = board.data === null && lastName !== null;
  useLayoutEffect(() => {
    if (!isLost) return;
    // The path stays, but another page takes the place of the board, and the board the place of that page when it is back.
    expectPageArrival();
    return expectPageArrival;
  }, [isLost]);
  if (board.data) return <Board board={board.data} client={client} person={person} />;
  if (board.data === null) return <MissingBoard id={id} lastName={lastName} person={person} />;
  if (!board.error) return <ReadingBoard />;
  return (
    <div className={`atrium-page ${classes['page']}`}>
      <PageHeading title={boardText('boardTitle')} />
      <FailureAlert busy={board.isFetching} error={board.error} onRetry={() => void board.refetch()} />
    </div>
  );
}

/** Keeps the place of a board while it loads. */
function ReadingBoard() {
  return (
    <>
      <PageBar parent={{ label: boardsText('title'), to: '/workspace' }} title="" />
      <div className={`atrium-page ${classes['page']}`}>
        <RowsSkeleton of="notes" />
      </div>
    </>
  );
}

interface MissingBoardProps {
  readonly id: string;
  /** Id of the signed-in user. */
  readonly person: string;
  /** Name of the board if the user had it open until now. */
  readonly lastName: string | null;
}

/** A board that the user cannot see. They may be invited to it. */
function MissingBoard({ id, person, lastName }: MissingBoardProps) {
  const client = useSupabase();
  const hasDraft = useDrafts(person).some(({ board }) => board === id);
  const invitations = useQuery(myInvitationsQuery(client));
  if (invitations.isPending) return <ReadingBoard />;
  const invitation = invitations.data?.find(({ board }) => board === id);
  if (invitation) {
    return (
      <div className="atrium-page atrium-page-narrow">
        <PageHeading title={boardText('invitedHeading', { name: invitation.board_name })} />
        <LazyPart load={loadInvitation} props={{ client, invitation }} />
      </div>
    );
  }
  if (lastName === null) return <BoardNotFound advice={boardText('boardNotFoundAdvice')} title={boardText('boardNotFound')} />;
  const advice = boardText('boardLostAdvice');
  return <BoardNotFound advice={hasDraft ? `${advice} ${boardText('boardLostKept')}` : advice} title={boardText('boardLost', { name: lastName })} />;
}

function BoardNotFound({ title, advice }: { readonly title: string; readonly advice: string }) {
  return <NotFound action={<LinkButton to="/workspace">{boardText('toWorkspace')}</LinkButton>} text={advice} title={title} />;
}
