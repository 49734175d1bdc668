import { useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { Dialog, SearchList } from '@atrium/page-kit/primitives';
import { Skeleton } from '@atrium/page-kit/ui';
import { recentFirst, type ListedBoard } from '../../model/boards.ts';
import type { Note } from '../../model/notes.ts';
import { canWrite } from '../../model/roles.ts';
import { useBoards } from '../../sync/use-boards.ts';
import { BoardTint } from '../boards/board-tint.tsx';
import { boardsText } from '../boards/boards-messages.ts';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { notesText } from '../notes/notes-messages.ts';

interface MoveNoteProps {
  readonly client: SupabaseClient;
  readonly person: string;
  /** The note to move; null while the dialog is closed. */
  readonly note: Note | null;
  readonly onChoose: (board: ListedBoard) => void;
  readonly onClose: () => void;
}

/** A dialog with the boards to which a note can move. */
export function MoveNote({ client, person, note, onChoose, onClose }: MoveNoteProps) {
  // The dialog keeps its heading while it closes.
  const [shown, setShown] = useState(note);
  if (note && note !== shown) setShown(note);
  return (
    <Dialog onClose={onClose} open={note !== null} title={notesText('moveHeading', { title: shown?.title ?? '' })}>
      <Boards client={client} except={shown?.board ?? ''} onChoose={onChoose} person={person} />
    </Dialog>
  );
}

interface BoardsProps extends Pick<MoveNoteProps, 'client' | 'person' | 'onChoose'> {
  /** Id of the board that the note is on. */
  readonly except: string;
}

function Boards({ client, person, except, onChoose }: BoardsProps) {
  const boards = useBoards(client);
  if (boards.isPending) return <Skeleton lines={3} />;
  if (!boards.data) return <FailureAlert error={boards.error} onRetry={() => void boards.refetch()} />;
  const others = recentFirst(boards.data).filter((board) => board.id !== except && canWrite(board, person));
  if (others.length === 0) return <p className="atrium-muted">{notesText('moveNone')}</p>;
  return (
    <SearchList
      listLabel={boardsText('boards')}
      noMatch={boardsText('noMatch')}
      onChoose={(id) => others.filter((board) => board.id === id).forEach(onChoose)}
      options={others.map(({ id, name, tint, owner, account_profiles: profile }) => ({
        value: id,
        label: name,
        icon: <BoardTint tint={tint} />,
        ...(owner !== person && profile?.name && { detail: boardsText('ownedBy', { name: profile.name }) }),
      }))}
      searchLabel={boardsText('search')}
    />
  );
}
