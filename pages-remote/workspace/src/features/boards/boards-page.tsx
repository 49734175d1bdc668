import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { PageVisit } from '@atrium/page-kit/contract/page-module';
import { useGoToPage } from '@atrium/page-kit/site';
import { PageHeading } from '@atrium/page-kit/ui';
import { RequireAuth, useSupabase } from 'auth/auth';
import { addBoard, type AddedBoard } from '../../model/boards.ts';
import { loadBoards, myInvitationsQuery } from '../../sync/first-data.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { useBoards, useFavourites } from '../../sync/use-boards.ts';
import { queryClientOf, usePerson, WorkspaceData } from '../../sync/workspace-data.tsx';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { RowsSkeleton } from '../loading/rows-skeleton.tsx';
import { useOutbox } from '../notes/use-outbox.ts';
import { BoardList } from './board-list.tsx';
import boardsClasses from './boards-page.module.css';
import { boardsText } from './boards-messages.ts';
import { DeletedBoards } from './deleted-boards.tsx';
import { InvitationCard } from './invitation-card.tsx';
import { LostDrafts } from './lost-drafts.tsx';
import { NameForm } from './name-form.tsx';
import { NEW_BOARD_HASH, NewBoardButton, useForgetNewBoard, type NewBoardProps } from './new-board-button.tsx';

/** `/workspace`: the user's boards and invitations, and a new board. */
export default function BoardsPage() {
  return (
    <RequireAuth>
      <div className={`atrium-page ${boardsClasses['page']}`}>
        <PageHeading title={boardsText('title')} />
        <Suspense fallback={<RowsSkeleton of="boards" />}>
          <WorkspaceData>
            <Boards />
          </WorkspaceData>
        </Suspense>
      </div>
    </RequireAuth>
  );
}

BoardsPage.load = ({ supabase, user }: PageVisit): void => loadBoards(queryClientOf(user.id), supabase);

function Boards() {
  const client = useSupabase();
  const person = usePerson();
  const queries = useQueryClient();
  const goToPage = useGoToPage();
  const forgetCommand = useForgetNewBoard();
  const boards = useBoards(client);
  const favourites = useFavourites(client);
  const invitations = useQuery(myInvitationsQuery(client));
  const failure = boards.error ?? invitations.error;
  // Wait for all, because invitations are shown above the boards and would push them down, and favourites change their order.
  const isReading = boards.isPending || invitations.isPending || favourites.isPending;
  useOutbox({ client, live: false, person });

  async function create(board: AddedBoard): Promise<void> {
    await addBoard(client, board);
    void queries.invalidateQueries({ queryKey: queryKeys.boards });
    forgetCommand();
    goToPage({ page: 'workspace.board', params: { board: board.id } });
  }

  const isEmpty = boards.data?.length === 0;
  const isInvited = (invitations.data?.length ?? 0) > 0;
  return (
    <>
      {!isReading && boards.data && !isEmpty && <NewBoardButton onSubmit={create} tone={isInvited ? 'quiet' : 'primary'} />}
      {boards.data && <LostDrafts boards={boards.data} person={person} />}
      {failure && (
        <FailureAlert
          error={failure}
          onRetry={() => {
            void boards.refetch();
            void invitations.refetch();
          }}
        />
      )}
      {isReading && !failure && <RowsSkeleton of="boards" />}
      {!isReading && isInvited && (
        <section aria-label={boardsText('invitations')} className="atrium-stack">
          {invitations.data?.map((invitation) => <InvitationCard client={client} invitation={invitation} isListed key={invitation.board} />)}
        </section>
      )}
      {!isReading && boards.data && !isEmpty && <BoardList boards={boards.data} client={client} favourites={favourites} person={person} />}
      {!isReading && isEmpty && <FirstBoard onSubmit={create} tone={isInvited ? 'quiet' : 'primary'} />}
      {!isReading && boards.data && <DeletedBoards client={client} hidesEmpty={isEmpty} />}
    </>
  );
}

/** Replaces the list of a user without boards. */
function FirstBoard({ onSubmit, tone }: NewBoardProps) {
  const [id] = useState(() => crypto.randomUUID());
  const form = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === NEW_BOARD_HASH) form.current?.querySelector('input')?.focus();
    // The key changes when the user chooses the command again.
  }, [hash, key]);
  return (
    <section className={boardsClasses['first']}>
      <svg aria-hidden="true" className={boardsClasses['picture']} viewBox="0 0 250 112">
        <rect height="100" rx="8" width="238" x="11" y="11" />
        <rect height="100" rx="8" width="238" x="1" y="1" />
        <path d="M34 20h120M34 52h84M34 76h136" />
        <path className={boardsClasses['faint']} d="M34 32h170M34 88h104" />
        <rect className={boardsClasses['box']} height="11" rx="3" width="11" x="14" y="16" />
        <rect className={boardsClasses['done']} height="11" rx="3" width="11" x="14" y="46" />
        <path className={boardsClasses['tick']} d="m17 51.8 1.9 1.9 3.5-4" />
        <rect className={boardsClasses['box']} height="11" rx="3" width="11" x="14" y="72" />
      </svg>
      <h2>{boardsText('firstHeading')}</h2>
      <p className="atrium-muted">{boardsText('firstAdvice')}</p>
      <div ref={form}>
        <NameForm name="" onSubmit={(name) => onSubmit({ id, name })} placeholder={boardsText('example')} submit={boardsText('create')} tone={tone} />
      </div>
    </section>
  );
}
