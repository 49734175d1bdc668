import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { Dialog } from '@atrium/page-kit/primitives';
import { Skeleton } from '@atrium/page-kit/ui';
import { isNamed, recentFirst, type ListedBoard } from '../../model/boards.ts';
import type { Note } from '../../model/notes.ts';
import { canWrite } from '../../model/roles.ts';
import { useBoards } from '../../sync/use-boards.ts';
import { BoardTint } from '../boards/board-tint.tsx';
import { boardsText } from '../boards/boards-messages.ts';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { notesText } from '../notes/notes-messages.ts';
import classes from './board.module.css';

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
  return others.length === 0 ? <p className="atrium-muted">{notesText('moveNone')}</p> : <BoardChoice boards={others} onChoose={onChoose} person={person} />;
}

interface BoardChoiceProps extends Pick<MoveNoteProps, 'person' | 'onChoose'> {
  readonly boards: readonly ListedBoard[];
}

const STEPS: ReadonlyMap<string, -1 | 1> = new Map([['ArrowDown', 1], ['ArrowUp', -1]]);

/** A search field above the boards. It keeps the focus, and its keys choose a board. */
function BoardChoice({ boards, person, onChoose }: BoardChoiceProps) {
  const [search, setSearch] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  const found = boards.filter((board) => isNamed(board, search));
  const active = found.find(({ id }) => id === chosenId) ?? found[0];
  const optionId = ({ id }: ListedBoard) => `${list}-${id}`;
  const activeOption = active && optionId(active);

  useEffect(() => {
    // The boards can arrive after the dialog has taken the focus. On a touch screen, the keyboard would cover them.
    if (!matchMedia('(pointer: coarse)').matches) field.current?.focus();
  }, []);
  useEffect(() => {
    if (activeOption !== undefined) document.getElementById(activeOption)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeOption]);

  function moveOrChoose(event: KeyboardEvent): void {
    const { key, shiftKey, altKey, ctrlKey, metaKey, nativeEvent } = event;
    const step = STEPS.get(key);
    if (nativeEvent.isComposing || shiftKey || altKey || ctrlKey || metaKey || (!step && key !== 'Enter')) return;
    event.preventDefault();
    if (!active) return;
    if (step) setChosenId(found.at((found.indexOf(active) + step) % found.length)?.id ?? null);
    else choose(active);
  }

  function choose(board: ListedBoard): void {
    // The next note takes the focus, but not from a field.
    field.current?.blur();
    onChoose(board);
  }

  return (
    <>
      <div className={classes['search']}>
        <Search aria-hidden="true" size={16} />
        <input
          aria-activedescendant={activeOption}
          aria-autocomplete="list"
          aria-controls={found.length > 0 ? list : undefined}
          aria-expanded={found.length > 0}
          aria-label={boardsText('search')}
          autoComplete="off"
          // An empty field with "auto" would be left to right, and its placeholder at the wrong end.
          dir={search === '' ? undefined : 'auto'}
          enterKeyHint="go"
          onChange={({ target }) => {
            setSearch(target.value);
            setChosenId(null);
          }}
          onKeyDown={moveOrChoose}
          placeholder={boardsText('search')}
          ref={field}
          role="combobox"
          spellCheck={false}
          type="text"
          value={search}
        />
      </div>
      {/* As high as all boards need, so that the dialog stays in its place while the user types. */}
      <div className={classes['targets']} style={rowsVariable(boards.length)}>
        {found.length > 0 && (
          <div aria-label={boardsText('boards')} id={list} role="listbox">
            {found.map((board) => (
              <div
                aria-selected={board === active}
                className={classes['target']}
                id={optionId(board)}
                key={board.id}
                onClick={() => choose(board)}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                // Not on entering: the list can move below a pointer that rests.
                onPointerMove={() => board !== active && setChosenId(board.id)}
                role="option"
              >
                <BoardTint tint={board.tint} />
                <span className={classes['targetName']} dir="auto">{board.name}</span>
                {board.owner !== person && board.account_profiles?.name && (
                  <span className={classes['targetOwner']}>{boardsText('ownedBy', { name: board.account_profiles.name })}</span>
                )}
              </div>
            ))}
          </div>
        )}
        {/* Always rendered: screen readers announce only changes of a live region that they already know. */}
        <p className={classes['noTarget']} role="status">{found.length === 0 && boardsText('noMatch')}</p>
      </div>
    </>
  );
}

/** Sets `--rows`, for the style sheet. */
function rowsVariable(rows: number): CSSProperties {
  return Object.fromEntries([['--rows', rows]]);
}
