import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useEffect, useId, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { language } from '@atrium/page-kit/messages';
import { PageLink } from '@atrium/page-kit/site';
import { useSupabase } from 'auth/auth';
import { recentFirst, type ListedBoard } from '../../model/boards.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { useBoards, useFavourites, useOpenBoardCounts, usePrefetchedBoard } from '../../sync/use-boards.ts';
import { usePerson, WorkspaceData } from '../../sync/workspace-data.tsx';
import { BoardTint } from '../boards/board-tint.tsx';
import { FavouriteButton } from '../boards/favourite-button.tsx';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { extensionsText } from './extensions-messages.ts';
import classes from './sidebar-boards.module.css';

/** Boards besides the favourites that show without "Show all". */
const RECENT = 8;

/** Boards that fit the section's largest height. The page of all boards has the others. */
const MAX_BOARDS = 60;

/** A section of the sidebar: the user's favourites, and the other boards, those with the latest changes first. */
export default function SidebarBoards() {
  return (
    <Suspense fallback={<Waiting />}>
      <WorkspaceData>
        <Boards />
      </WorkspaceData>
    </Suspense>
  );
}

function Boards() {
  const client = useSupabase();
  const person = usePerson();
  const { data, error, isFetching, refetch } = useBoards(client);
  const favourites = useFavourites(client);
  const prefetch = usePrefetchedBoard(client, person);
  const [showsAll, setShowsAll] = useState(false);
  useOpenBoardCounts();
  useReloadOnNavigation();
  if (error) return <FailureAlert busy={isFetching} error={error} onRetry={() => void refetch()} />;
  if (!data || favourites.isPending) return <Waiting />;
  const starred = favourites.ids.flatMap((id) => data.find((board) => board.id === id) ?? []);
  const others = recentFirst(data.filter(({ id }) => !favourites.ids.includes(id)));
  const link = (board: ListedBoard) => (
    <BoardLink
      board={board}
      key={board.id}
      onIntent={() => prefetch(board)}
      star={<FavouriteButton isFavourite={starred.includes(board)} name={board.name} onToggle={() => favourites.toggle(board.id)} />}
    />
  );
  return (
    <nav aria-label={extensionsText('boards')} className={classes['sections']}>
      {starred.length > 0 && <Section heading={extensionsText('favourites')}>{starred.map(link)}</Section>}
      <Section
        action={data.length > 0 && (
          <PageLink aria-label={extensionsText('newBoard')} className={classes['add']} title={extensionsText('newBoard')} to={{ page: 'workspace.boards', hash: 'new-board' }}>
            <Plus aria-hidden="true" size={16} />
          </PageLink>
        )}
        heading={extensionsText('boards')}
      >
        {others.slice(0, showsAll ? MAX_BOARDS : RECENT).map(link)}
        {others.length > RECENT && (
          <li>
            <button aria-expanded={showsAll} className={classes['link']} onClick={() => setShowsAll(!showsAll)} type="button">
              <span className={classes['more']}>{showsAll ? extensionsText('showFewer') : extensionsText('showAll', { count: others.length })}</span>
            </button>
          </li>
        )}
        {data.length === 0 && (
          <li>
            <PageLink className={classes['link']} to={{ page: 'workspace.boards', hash: 'new-board' }}>
              <Plus aria-hidden="true" size={16} />
              {extensionsText('newBoard')}
            </PageLink>
          </li>
        )}
      </Section>
    </nav>
  );
}

/** After a navigation, loads the boards again if others may have changed them: the sidebar never closes. */
function useReloadOnNavigation(): void {
  const queries = useQueryClient();
  const { pathname } = useLocation();
  useEffect(() => {
    for (const queryKey of [queryKeys.boards, queryKeys.favourites]) void queries.refetchQueries({ queryKey, exact: true, stale: true, type: 'active' });
  }, [queries, pathname]);
}

function Section({ heading, action, children }: { readonly heading: string; readonly action?: ReactNode; readonly children: ReactNode }) {
  const id = useId();
  return (
    <div>
      <div className={classes['heading']}>
        <p id={id}>{heading}</p>
        {action}
      </div>
      <ul aria-labelledby={id} className={classes['boards']} role="list">{children}</ul>
    </div>
  );
}

interface BoardLinkProps {
  readonly board: ListedBoard;
  readonly star: ReactNode;
  /** The user is likely to open the board next. */
  readonly onIntent: () => void;
}

function BoardLink({ board: { id, name, tint, notes, done }, star, onIntent }: BoardLinkProps) {
  const { pathname } = useLocation();
  const open = notes - done;
  return (
    <li className={classes['board']} onFocus={onIntent} onPointerEnter={onIntent}>
      <PageLink aria-current={pathname.endsWith(`/${id}`) ? 'page' : undefined} className={classes['link']} title={name} to={{ page: 'workspace.board', params: { board: id } }}>
        <BoardTint tint={tint} />
        <bdi className={classes['name']}>{name}</bdi>
        {open > 0 && (
          <span className={classes['count']}>
            <span aria-hidden="true">{open.toLocaleString(language())}</span>
            <span className="atrium-visually-hidden">{extensionsText('openNotes', { count: open })}</span>
          </span>
        )}
      </PageLink>
      {star}
    </li>
  );
}

/** Keeps the place of the boards. */
function Waiting() {
  return (
    <div aria-busy="true" className={classes['waiting']}>
      {Array.from({ length: 5 }, (_, place) => <div key={place} />)}
    </div>
  );
}
