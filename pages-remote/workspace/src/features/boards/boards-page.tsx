import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { showToast, useGoToPage } from '@atrium/page-kit/site';
import { Card, PageHeading, Skeleton } from '@atrium/page-kit/ui';
import { RequireAuth, useSupabase } from 'auth/auth';
import { addBoard, listBoards, type Board } from '../../model/boards.ts';
import { listMyInvitations } from '../../model/invitations.ts';
import type { Note } from '../../model/notes.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { usePerson, WorkspaceData } from '../../sync/workspace-data.tsx';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { NewNote } from '../notes/new-note.tsx';
import { notesText } from '../notes/notes-messages.ts';
import classes from '../notes/notes.module.css';
import { UnsentNotes } from '../notes/unsent-notes.tsx';
import { useOutbox } from '../notes/use-outbox.ts';
import { BoardList } from './board-list.tsx';
import boardsClasses from './boards.module.css';
import { boardsText } from './boards-messages.ts';
import { InvitationCard } from './invitation-card.tsx';
import { LostDrafts } from './lost-drafts.tsx';
import { NameForm } from './name-form.tsx';

/** `/workspace`: the user's boards and invitations, and forms for a new note and a new board. */
export default function BoardsPage() {
  return (
    <RequireAuth>
      <div className={`atrium-page ${boardsClasses['page']}`}>
        <header className="atrium-row atrium-row-apart">
          <PageHeading title={boardsText('title')} />
          <p className="atrium-muted">{boardsText('introduction')}</p>
        </header>
        <Suspense fallback={<Skeleton lines={4} />}>
          <WorkspaceData>
            <Boards />
          </WorkspaceData>
        </Suspense>
      </div>
    </RequireAuth>
  );
}

function Boards() {
  const client = useSupabase();
  const person = usePerson();
  const queries = useQueryClient();
  const goToPage = useGoToPage();
  const boards = useQuery({ queryKey: queryKeys.boards, queryFn: ({ signal }) => listBoards(client, signal) });
  const invitations = useQuery({ queryKey: queryKeys.myInvitations, queryFn: ({ signal }) => listMyInvitations(client, signal) });
  const failure = boards.error ?? invitations.error;
  // Wait for both, because invitations are shown above the boards and would push them down.
  const isReading = boards.isPending || invitations.isPending;
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

  return (
    <div className={classes['board']}>
      <section className={classes['aside']}>
        <Card>
          <h2>{notesText('addHeading')}</h2>
          <p className={`atrium-muted atrium-small ${classes['goesTo']}`}>{boards.data && targetText(boards.data, person)}</p>
          <NewNote board={null} client={client} onAdded={showAdded} person={person} />
        </Card>
      </section>
      <section className="atrium-stack">
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
        {!isReading && invitations.data && invitations.data.length > 0 && (
          <>
            <h2>{boardsText('invitations')}</h2>
            {invitations.data.map((invitation) => (
              <Card key={invitation.board}>
                <h3>{invitation.board_name}</h3>
                <InvitationCard client={client} invitation={invitation} />
              </Card>
            ))}
          </>
        )}
        {!isReading && boards.data && <BoardList boards={boards.data} person={person} />}
        {!isReading && boards.data && (
          <Card>
            <h2>{boardsText(boards.data.length === 0 ? 'firstHeading' : 'newHeading')}</h2>
            <NewBoard onSubmit={create} />
          </Card>
        )}
      </section>
    </div>
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
      <NameForm name="" onSubmit={(name) => onSubmit(id, name)} submit={boardsText('create')} />
    </div>
  );
}
