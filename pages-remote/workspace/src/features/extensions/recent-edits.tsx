import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { Suspense } from 'react';
import { PageLink } from '@atrium/page-kit/site';
import { Avatar, Card, Skeleton } from '@atrium/page-kit/ui';
import { useSupabase } from 'auth/auth';
import { recentFirst } from '../../model/boards.ts';
import { listRecentEdits } from '../../model/recent-edits.ts';
import { boardsQuery } from '../../sync/first-data.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { usePerson, WorkspaceData } from '../../sync/workspace-data.tsx';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { RelativeTime } from '../time/relative-time.tsx';
import { extensionsText } from './extensions-messages.ts';
import classes from './extensions.module.css';

/** Rows in the card, which fill the height in the manifest. */
const COUNT = 2;

/** A card of the home page: the notes that other people wrote or edited last. */
export default function RecentEdits() {
  return (
    <Card>
      <h2>{extensionsText('editsHeading')}</h2>
      <Suspense fallback={<Skeleton lines={COUNT} />}>
        <WorkspaceData>
          <Edits />
        </WorkspaceData>
      </Suspense>
    </Card>
  );
}

function Edits() {
  const client = useSupabase();
  const cache = useQueryClient();
  const person = usePerson();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.recentEdits,
    queryFn: async ({ signal }) => {
      const boards = await cache.fetchQuery(boardsQuery(client));
      return listRecentEdits(client, recentFirst(boards), person, COUNT, signal);
    },
  });
  if (error) return <FailureAlert busy={isFetching} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={COUNT} />;
  if (data.length === 0) {
    return (
      <div className={`${classes['empty']} atrium-muted`}>
        <UsersRound aria-hidden size={20} strokeWidth={1.5} />
        <p>{extensionsText('noEdits')}</p>
      </div>
    );
  }
  return (
    <ul className={classes['boards']} role="list">
      {data.map(({ note, title, board, boardName, person: id, name, picture, at }) => {
        const by = name === '' ? extensionsText('formerMember') : name;
        return (
          <li className={`${classes['board']} ${classes['edit']}`} key={note}>
            <Avatar id={id} name={by} picture={picture} />
            <span className={classes['lines']}>
              {/* A long board loads its first notes only, so the latest changes come first. */}
              <PageLink className={classes['name']} dir="auto" title={title} to={{ page: 'workspace.board', params: { board }, search: { order: 'changed' } }}>
                {title}
              </PageLink>
              <span className={`atrium-muted atrium-small ${classes['where']}`} title={`${by}, ${boardName}`}>{extensionsText('editedOn', { name: by, board: boardName })}</span>
            </span>
            <span className={`atrium-muted atrium-small ${classes['time']}`}>
              <RelativeTime at={at} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
