import { useQuery } from '@tanstack/react-query';
import { NotebookPen, Plus } from 'lucide-react';
import { Suspense } from 'react';
import { PageLink } from '@atrium/page-kit/site';
import { Card, Skeleton } from '@atrium/page-kit/ui';
import { useSupabase } from 'auth/auth';
import { recentFirst, type ListedBoard } from '../../model/boards.ts';
import { boardsQuery } from '../../sync/first-data.ts';
import { WorkspaceData } from '../../sync/workspace-data.tsx';
import { BoardTint, tintVariable } from '../boards/board-tint.tsx';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { BoardPeople } from '../boards/board-people.tsx';
import { RelativeTime } from '../time/relative-time.tsx';
import { extensionsText } from './extensions-messages.ts';
import classes from './extensions.module.css';

/** Tiles in the card, which fill the height in the manifest. */
const COUNT = 4;

/** A card of the home page: the boards that changed last. */
export default function RecentBoards() {
  return (
    <Card>
      <div className={classes['heading']}>
        <h2>{extensionsText('recentHeading')}</h2>
        <PageLink className={classes['more']} to={{ page: 'workspace.boards' }}>{extensionsText('allBoards')}</PageLink>
      </div>
      <Suspense fallback={<Skeleton lines={COUNT} />}>
        <WorkspaceData>
          <Boards />
        </WorkspaceData>
      </Suspense>
    </Card>
  );
}

function Boards() {
  const client = useSupabase();
  const { data, error, isFetching, refetch } = useQuery(boardsQuery(client));
  if (error) return <FailureAlert busy={isFetching} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={COUNT} />;
  if (data.length === 0) {
    return (
      <div className={`${classes['empty']} atrium-muted`}>
        <NotebookPen aria-hidden size={20} strokeWidth={1.5} />
        <p>{extensionsText('noBoards')}</p>
        <PageLink className="atrium-button atrium-button-primary" to={{ page: 'workspace.boards', hash: 'new-board' }}>
          {extensionsText('newBoard')}
        </PageLink>
      </div>
    );
  }
  return (
    <ul className={classes['tiles']} role="list">
      {recentFirst(data).slice(0, COUNT).map((board) => (
        <li className={classes['tile']} key={board.id} style={tintVariable(board.tint)}>
          <BoardTint tint={board.tint} />
          <PageLink className={classes['name']} dir="auto" title={board.name} to={{ page: 'workspace.board', params: { board: board.id } }}>
            {board.name}
          </PageLink>
          <p className={`atrium-muted atrium-small ${classes['state']}`}>
            {board.notes > 0 && <span className={classes['open']}>{openText(board)} · </span>}
            <RelativeTime at={board.changedAt} />
          </p>
          <BoardPeople board={board} className={classes['people']} max={2} />
        </li>
      ))}
      {data.length < COUNT && (
        <li className={`${classes['tile']} ${classes['newTile']} atrium-muted`}>
          <Plus aria-hidden size={16} />
          <PageLink className={`${classes['name']} ${classes['new']}`} to={{ page: 'workspace.boards', hash: 'new-board' }}>{extensionsText('newBoard')}</PageLink>
        </li>
      )}
    </ul>
  );
}

function openText({ notes, done }: ListedBoard): string {
  return notes === done ? extensionsText('allDone') : extensionsText('open', { count: notes - done });
}
