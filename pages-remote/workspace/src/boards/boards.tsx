import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { showToast, useGoToPage } from '@atrium/page-kit/site';
import { Alert, Button, Card, Skeleton } from '@atrium/page-kit/ui';
import { useSupabase } from 'auth/auth';
import { queryKeys } from '../data/query-keys.ts';
import { usePerson, usePersonName } from '../data/workspace-data.tsx';
import { asWorkspaceError } from '../data/workspace-error.ts';
import { Outbox } from '../drafts/outbox-watch.tsx';
import { LostDrafts } from '../notes/lost-drafts.tsx';
import { NewNote } from '../notes/new-note.tsx';
import { notesText } from '../notes/notes-messages.ts';
import classes from '../notes/notes.module.css';
import { UnsentNotes } from '../notes/unsent-notes.tsx';
import type { Note } from '../notes/note.ts';
import type { Board } from './board.ts';
import { BoardList } from './board-list.tsx';
import { boardsText } from './boards-messages.ts';
import { addBoard, listBoards, listMyInvitations } from './boards-table.ts';
import { InvitationCard } from './invitation-card.tsx';
import { NameForm } from './name-form.tsx';

/** The person's boards, invitations, and forms for the next note and the next board. */
export function Boards() {
  const client = useSupabase();
  const person = usePerson();
  const name = usePersonName();
  const queries = useQueryClient();
  const goToPage = useGoToPage();
  const boards = useQuery({ queryKey: queryKeys.boards, queryFn: ({ signal }) => listBoards(client, signal) });
  const invitations = useQuery({ queryKey: queryKeys.invitations, queryFn: ({ signal }) => listMyInvitations(client, signal) });
  const failure = boards.error ?? invitations.error;
  // Invitations stand above the boards: one that came after them would push them down.
  const isReading = boards.isPending || invitations.isPending;

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
      <Outbox client={client} live={false} onGoesOn={goToBoardOf} person={person} />
      <section className={classes['aside']}>
        <Card>
          <h2>{notesText('addHeading')}</h2>
          <p className={`atrium-muted atrium-small ${classes['goesTo']}`}>{boards.data && goesTo(boards.data, person)}</p>
          <NewNote board={null} client={client} onAdded={showAdded} person={person} />
        </Card>
      </section>
      <section className="atrium-stack">
        <UnsentNotes board={null} client={client} onAdded={showAdded} person={person} />
        {boards.data && <LostDrafts boards={boards.data} person={person} />}
        {failure && (
          <Alert>
            <p>{asWorkspaceError(failure).message}</p>
            <div>
              <Button
                onClick={() => {
                  void boards.refetch();
                  void invitations.refetch();
                }}
              >
                {boardsText('retry')}
              </Button>
            </div>
          </Alert>
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
        {!isReading && boards.data && <BoardList boards={boards.data} name={name} person={person} />}
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

/** Which board the next note goes to: the oldest of one's own, as the database has it. Where there is none, the note makes one. */
function goesTo(boards: readonly Board[], person: string): string {
  const first = boards.find(({ owner }) => owner === person);
  return first ? boardsText('goesTo', { name: first.name }) : boardsText('firstNote');
}

function NewBoard({ onSubmit }: { readonly onSubmit: (id: string, name: string) => Promise<void> }) {
  const [id] = useState(() => crypto.randomUUID());
  return <NameForm name="" onSubmit={(name) => onSubmit(id, name)} submit={boardsText('create')} />;
}
