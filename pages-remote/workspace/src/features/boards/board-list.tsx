import { type ReactNode, useState } from 'react';
import { PageLink } from '@atrium/page-kit/site';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { language } from '@atrium/page-kit/messages';
import { Avatar, Button } from '@atrium/page-kit/ui';
import { Ellipsis } from 'lucide-react';
import { isNamed, type ListedBoard, recentFirst } from '../../model/boards.ts';
import { type Favourites, usePrefetchedBoard } from '../../sync/use-boards.ts';
import { RelativeTime } from '../time/relative-time.tsx';
import { BoardPeople } from './board-people.tsx';
import { BoardTint } from './board-tint.tsx';
import { boardsText, isolatedParts } from './boards-messages.ts';
import { FavouriteButton } from './favourite-button.tsx';
import { useLazyPart } from '../loading/use-lazy-part.ts';
import classes from './board-list.module.css';
import buttonClasses from './favourite-button.module.css';

/** With as many boards, the list has a search. */
const SEARCH_FROM = 9;

const MAX_PEOPLE = 3;

interface BoardListProps {
  readonly client: SupabaseClient;
  readonly boards: readonly ListedBoard[];
  readonly favourites: Favourites;
  /** Id of the signed-in user. */
  readonly person: string;
}

/** The user's boards and those that others share with them: the favourites first, then those with the latest changes. */
export function BoardList({ client, boards, favourites, person }: BoardListProps) {
  const [typedQuery, setQuery] = useState('');
  const [chosenOwner, setOwner] = useState<'all' | 'mine' | 'shared'>('all');
  const prefetch = usePrefetchedBoard(client, person);
  const isMine = (board: ListedBoard) => board.owner === person;
  const mine = boards.filter(isMine).length;
  const hasSearch = boards.length >= SEARCH_FROM;
  const hasOwners = mine > 0 && mine < boards.length;
  // A filter counts only while the user can see it.
  const query = hasSearch ? typedQuery : '';
  const owner = hasOwners ? chosenOwner : 'all';
  const isStarred = ({ id }: ListedBoard) => favourites.ids.includes(id);
  const ordered = recentFirst(boards).toSorted((one, other) => Number(isStarred(other)) - Number(isStarred(one)));
  const shown = ordered.filter((board) => (owner === 'all' || isMine(board) === (owner === 'mine')) && isNamed(board, query));
  const filter = (value: typeof owner, count: number) => (
    <button aria-pressed={owner === value} className={classes['filter']} onClick={() => setOwner(value)} type="button">
      {boardsText(`show.${value}`)} <span className={classes['muted']}>{count}</span>
    </button>
  );
  return (
    <section aria-label={boardsText('boards')}>
      {(hasSearch || hasOwners) && (
        <div className={classes['filters']} role="search">
          {hasOwners && (
            <>
              {filter('all', boards.length)}
              {filter('mine', mine)}
              {filter('shared', boards.length - mine)}
            </>
          )}
          {hasSearch && (
            <input
              aria-label={boardsText('search')}
              autoComplete="off"
              className={`atrium-input ${classes['search']}`}
              onChange={({ target }) => setQuery(target.value)}
              placeholder={boardsText('search')}
              type="search"
              value={query}
            />
          )}
        </div>
      )}
      <div className={classes['table']}>
        {shown.length > 0 && <Columns />}
        <ul className={classes['boards']} role="list">
          {shown.map((board) => (
            <BoardRow
              board={board}
              key={board.id}
              menu={isMine(board) ? <BoardRowMenu board={board} client={client} /> : null}
              onIntent={() => prefetch(board)}
              person={person}
              star={<FavouriteButton isFavourite={isStarred(board)} name={board.name} onToggle={() => favourites.toggle(board.id)} />}
            />
          ))}
        </ul>
      </div>
      {/* Always rendered: screen readers announce only changes of a live region that they already know. */}
      <p className={classes['none']} role="status">{shown.length === 0 && boardsText('noMatch')}</p>
    </section>
  );
}

/** The headings of the columns, each with the class of its cells. Screen readers hear a list, whose entries say it in words. */
function Columns() {
  const change = boardsText('column.change');
  return (
    <div aria-hidden="true" className={classes['columns']}>
      <span />
      <span>{boardsText('column.board')}</span>
      <span className={classes['last']}>{change}</span>
      <span className={classes['owner']} />
      <span className={classes['progress']}>{boardsText('column.done')}</span>
      <span className={classes['people']}>{boardsText('column.people')}</span>
      <span className={classes['time']}>{change}</span>
      <span className={classes['menu']} />
    </div>
  );
}

interface BoardRowProps {
  readonly board: ListedBoard;
  readonly person: string;
  readonly star: ReactNode;
  readonly menu: ReactNode;
  /** The user is likely to open the board next. */
  readonly onIntent: () => void;
}

function BoardRow({ board, person, star, menu, onIntent }: BoardRowProps) {
  const { id, name, tint, owner, account_profiles: profile, notes, done, changedAt, lastChange } = board;
  const ownedBy = owner === person ? '' : profile?.name && boardsText('ownedBy', { name: profile.name });
  const progress = notes === 0 ? boardsText('noNotes') : boardsText('progress', { done, count: notes });
  const change = lastChange && changeText(board, lastChange, person);
  return (
    <li className={classes['row']} onFocus={onIntent} onPointerEnter={onIntent}>
      <BoardTint tint={tint} />
      <div className={classes['title']}>
        {/* In its own direction, so that the end of a long name is cut off, and not its beginning. */}
        <h2 className={classes['name']} dir="auto">
          {/* The link covers the row, so its title says what the row cuts off or shortens. */}
          <PageLink className={classes['link']} title={[name, ownedBy, change?.text, progress].filter(Boolean).join('\n')} to={{ page: 'workspace.board', params: { board: id } }}>
            {name}
          </PageLink>
        </h2>
        {star}
      </div>
      <p className={classes['last']}>
        {change?.by && <Avatar id={change.by.id} name={change.by.name} size="small" />}
        {change && <Change name={change.by?.name} text={change.text} />}
      </p>
      <p className={classes['owner']}>{ownedBy}</p>
      <p className={classes['progress']}>
        <span className={notes === 0 ? undefined : classes['words']}>{progress}</span>
        {notes > 0 && <Numbers done={done} notes={notes} />}
      </p>
      <BoardPeople board={board} className={classes['people']} max={MAX_PEOPLE} showsPrivate />
      <p className={classes['time']}>
        <RelativeTime at={changedAt} />
      </p>
      <div className={classes['menu']}>{menu}</div>
    </li>
  );
}

/** A sentence whose names and titles are cut off if they are too long: each at its own end, whatever the direction of the sentence. */
function Change({ name, text }: { readonly name: string | undefined; readonly text: string }) {
  return (
    <>
      <span className="atrium-visually-hidden">{text}</span>
      <span aria-hidden="true" className={classes['change']}>
        {isolatedParts(text).map((part, index) => {
          if (!part.startsWith('\u2068')) return <span key={index}>{part}</span>;
          return <span className={classes[part === `\u2068${name}\u2069` ? 'person' : 'cut']} dir="auto" key={index}>{part}</span>;
        })}
      </span>
    </>
  );
}

/** What happened last on a board, and who did it, if the user knows them. */
function changeText({ workspace_members: members }: ListedBoard, { title, event, person: by }: NonNullable<ListedBoard['lastChange']>, person: string) {
  const name = members.find((member) => member.person === by)?.account_profiles?.name;
  if (by === null || !name || event === 'done' || event === 'changed') return { text: boardsText(`note.${event}`, { title }), by: null };
  return { text: by === person ? boardsText(`you.${event}`, { title }) : boardsText(`other.${event}`, { name, title }), by: { id: by, name } };
}

/** How many of the notes are done, in short. */
function Numbers({ notes, done }: Pick<ListedBoard, 'notes' | 'done'>) {
  return (
    <>
      {/* An empty ring would look like a radio button. */}
      {done > 0 && (
        <svg aria-hidden="true" className={classes['ring']} viewBox="0 0 16 16">
          <circle cx="8" cy="8" r="6" />
          <circle className={classes['ringDone']} cx="8" cy="8" pathLength="100" r="6" strokeDasharray={`${String((100 * done) / notes)} 100`} />
        </svg>
      )}
      <bdi aria-hidden="true" className={classes['numbers']} dir="ltr">{`${done.toLocaleString(language())}/${notes.toLocaleString(language())}`}</bdi>
    </>
  );
}

const loadEditor = () => import(/* webpackChunkName: "board-tools" */ './board-dialogs.tsx').then(({ EditBoard }) => EditBoard);

/** The button of a row that opens the dialog with the board's name and tint. */
function BoardRowMenu({ client, board }: { readonly client: SupabaseClient; readonly board: ListedBoard }) {
  const { Part: Editor, busy, button } = useLazyPart(loadEditor);
  const [isOpen, setOpen] = useState(false);

  function open(): void {
    button.onClick();
    setOpen(true);
  }

  return (
    <>
      <Button {...button} aria-expanded={isOpen && Editor !== null} aria-haspopup="dialog" busy={busy} className={buttonClasses['star']} onClick={open}>
        <Ellipsis aria-hidden="true" size={16} />
        <span className="atrium-visually-hidden">
          {boardsText('edit')} {board.name}
        </span>
      </Button>
      {Editor && <Editor board={board} client={client} onClose={() => setOpen(false)} open={isOpen} />}
    </>
  );
}
