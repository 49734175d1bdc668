import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { PageVisit } from '@atrium/page-kit/contract/page-module';
import { showToast, useGoToPage } from '@atrium/page-kit/site';
import { Card, PageHeading, Skeleton } from '@atrium/page-kit/ui';
import { RequireAuth, useSupabase } from 'auth/auth';
import { addBoard, type Board } from '../../model/boards.ts';
import type { Note } from '../../model/notes.ts';
import { loadBoards, myInvitationsQuery } from '../../sync/first-data.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { useBoards, useFavourites } from '../../sync/use-boards.ts';
import { queryClientOf, usePerson, WorkspaceData } from '../../sync/workspace-data.tsx';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { NewNote } from '../notes/new-note.tsx';
import { notesText } from '../notes/notes-messages.ts';
import classes from '../notes/notes.module.css';
import { UnsentNotes } from '../notes/unsent-notes.tsx';
import { useOutbox } from '../notes/use-outbox.ts';
import { BoardList } from './board-list.tsx';
import boardsClasses from './boards-page.module.css';
import { boardsText } from './boards-messages.ts';
import { DeletedBoards } from './deleted-boards.tsx';
import { InvitationCard } from './invitation-card.tsx';
import { LostDrafts } from './lost-drafts.tsx';
import { NameForm } from './name-form.tsx';

/** `/workspace`: the user's boards and invitations, and forms for a new note and a new board. */
export default function BoardsPage() {
  return (
    <RequireAuth>
      <div className={`atrium-page ${boardsClasses['page']}`}>
        <PageHeading title={boardsText('title')} />
        <Suspense fallback={<Skeleton lines={4} />}>
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
  const boards = useBoards(client);
  const favourites = useFavourites(client);
  const invitations = useQuery(myInvitationsQuery(client));
  const failure = boards.error ?? invitations.error;
  // Wait for all, because invitations are shown above the boards and would push them down, and favourites change their order.
  const isReading = boards.isPending || invitations.isPending || favourites.isPending;
  useOutbox({ client, live: false, onEditedOn: goToBoardOf, person });

  function showAdded(note: Note): void {
    const { board, title } = note;
    showToast({ text: notesText('added', { title }) });
    void queries.invalidateQueries({ queryKey: queryKeys.boards });
    void queries.invalidateQueries({ queryKey: queryKeys.notes(board) });
    goToBoardOf(note);
  }

  function goToBoardOf({ board }: Note): void {
    goToPage({ page: 'workspace.board', params: { board } });
  }

  async function create(id: string, name: string): Promise<void> {
    await addBoard(client, { id, name });
    void queries.invalidateQueries({ queryKey: queryKeys.boards });
    goToPage({ page: 'workspace.board', params: { board: id } });
  }

  const isEmpty = boards.data?.length === 0;
  const newBoard = <NewBoard onSubmit={create} />;
  return (
    <>
      <UnsentNotes board={null} client={client} onAdded={showAdded} person={person} />
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
      {isReading && <Skeleton lines={4} />}
      {!isReading && boards.data && !isEmpty && <div className={boardsClasses['composer']}>{newBoard}</div>}
      {!isReading && invitations.data && invitations.data.length > 0 && (
        <section aria-label={boardsText('invitations')} className="atrium-stack">
          {invitations.data.map((invitation) => (
            <Card key={invitation.board}>
              <h2>{invitation.board_name}</h2>
              <InvitationCard client={client} invitation={invitation} tone="quiet" />
            </Card>
          ))}
        </section>
      )}
      {!isReading && boards.data && !isEmpty && <BoardList boards={boards.data} client={client} favourites={favourites} person={person} />}
      {!isReading && isEmpty && <FirstBoard>{newBoard}</FirstBoard>}
      {/* Not before the rest, which would push it down. */}
      {!isReading && (
        <section className={`${classes['aside']} ${boardsClasses['note']}`}>
          <Card>
            <h2>{notesText('addHeading')}</h2>
            <p className={`atrium-muted atrium-small ${classes['goesTo']}`}>{boards.data && targetText(boards.data, person)}</p>
            {/* By user: while a session has ended there is none, and after the next log-in the user's draft is back. */}
            <NewNote board={null} client={client} key={person} onAdded={showAdded} person={person} />
          </Card>
        </section>
      )}
      {!isReading && boards.data && <DeletedBoards client={client} />}
    </>
  );
}

/** Replaces the list of a user without boards. */
function FirstBoard({ children }: { readonly children: ReactNode }) {
  return (
    <section className={boardsClasses['first']}>
      <svg aria-hidden="true" className={boardsClasses['picture']} viewBox="0 0 250 112">
        <rect height="100" rx="8" width="238" x="11" y="11" />
        <rect height="100" rx="8" width="238" x="1" y="1" />
        <path d="M34 20h120M34 52h84M34 76h136" />
        <path className={boardsClasses['faint']} d="M34 32h170M34 88h104" />
        <rect height="11" rx="3" width="11" x="14" y="16" />
        <rect className={boardsClasses['done']} height="11" rx="3" width="11" x="14" y="46" />
        <rect height="11" rx="3" width="11" x="14" y="72" />
      </svg>
      <h2>{boardsText('firstHeading')}</h2>
      <p className="atrium-muted">{boardsText('firstAdvice')}</p>
      {children}
    </section>
  );
}

/** Names the board that a new note goes to: the user's oldest board, as in the database. Without one, the note creates a board. */
function targetText(boards: readonly Board[], person: string): string {
  const first = boards.find(({ owner }) => owner === person);
  return first ? boardsText('goesTo', { name: first.name }) : boardsText('firstNote');
}

/** The fragment with which the command "New board" opens the page. */
const NEW_BOARD_HASH = '#new-board';

function NewBoard({ onSubmit }: { readonly onSubmit: (id: string, name: string) => Promise<void> }) {
  const [id] = useState(() => crypto.randomUUID());
  const form = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === NEW_BOARD_HASH) form.current?.querySelector('input')?.focus();
    // The key changes when the user chooses the command again.
  }, [hash, key]);
  return (
    <div ref={form}>
      <NameForm name="" onSubmit={(name) => onSubmit(id, name)} placeholder={boardsText('newBoard')} primary submit={boardsText('create')} />
    </div>
  );
}
