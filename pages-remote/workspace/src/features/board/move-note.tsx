import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { Dialog } from '@atrium/page-kit/primitives';
import { Skeleton, TextField } from '@atrium/page-kit/ui';
import { isNamed, recentFirst, type ListedBoard } from '../../model/boards.ts';
import type { Note } from '../../model/notes.ts';
import { canWrite } from '../../model/roles.ts';
import { useBoards } from '../../sync/use-boards.ts';
import { BoardTint } from '../boards/board-tint.tsx';
import { boardsText } from '../boards/boards-messages.ts';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { notesText } from '../notes/notes-messages.ts';
import classes from './board.module.css';

/** Number of boards above which the list can be searched. */
const SEARCHABLE = 7;

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
  return others.length === 0 ? <p className="atrium-muted">{notesText('moveNone')}</p> : <BoardChoice boards={others} onChoose={onChoose} />;
}

interface BoardChoiceProps extends Pick<MoveNoteProps, 'onChoose'> {
  readonly boards: readonly ListedBoard[];
}

function BoardChoice({ boards, onChoose }: BoardChoiceProps) {
  const [search, setSearch] = useState('');
  const controls = useRef<HTMLDivElement>(null);
  const found = boards.filter((board) => isNamed(board, search));
  const targets = () => [...(controls.current?.querySelectorAll<HTMLElement>('input, button') ?? [])];

  // The boards can arrive after the dialog has taken the focus.
  useEffect(() => targets()[0]?.focus(), []);

  /** The arrow keys move from the field to the boards, and from board to board. */
  function step(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || event.nativeEvent.isComposing) return;
    const all = targets();
    all[all.findIndex((target) => target === document.activeElement) + by]?.focus();
    event.preventDefault();
  }

  return (
    <div className="atrium-stack" onKeyDown={step} ref={controls}>
      {boards.length > SEARCHABLE && (
        <TextField autoComplete="off" label={boardsText('search')} onChange={(event) => setSearch(event.target.value)} type="search" value={search} />
      )}
      <ul aria-label={boardsText('boards')} className={classes['targets']} role="list">
        {found.map((board) => (
          <li key={board.id}>
            <button className={classes['target']} onClick={() => onChoose(board)} type="button">
              <BoardTint tint={board.tint} />
              <span dir="auto">{board.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {/* Always rendered: screen readers announce only changes of a live region that they already know. */}
      <p className={`atrium-muted ${classes['noTarget']}`} role="status">{found.length === 0 && boardsText('noMatch')}</p>
    </div>
  );
}
