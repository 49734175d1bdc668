import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { language } from '@atrium/page-kit/messages';
import { PageLink } from '@atrium/page-kit/site';
import { Avatar, Card, Skeleton } from '@atrium/page-kit/ui';
import { useSupabase } from 'auth/auth';
import { listRecentBoards } from '../../model/boards.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { WorkspaceData } from '../../sync/workspace-data.tsx';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { extensionsText } from './extensions-messages.ts';
import classes from './extensions.module.css';

/** Boards in the card. */
const COUNT = 5;

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
  const [now] = useState(() => Date.now());
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.recentBoards,
    queryFn: ({ signal }) => listRecentBoards(client, signal),
  });
  if (error) return <FailureAlert busy={isFetching} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={COUNT} />;
  if (data.length === 0) {
    return (
      <>
        <p className="atrium-muted">{extensionsText('noBoards')}</p>
        <div>
          <PageLink className="atrium-button atrium-button-primary" to={{ page: 'workspace.boards' }}>
            {extensionsText('newBoard')}
          </PageLink>
        </div>
      </>
    );
  }
  return (
    <ul className={classes['boards']} role="list">
      {data.slice(0, COUNT).map(({ id, name, changedAt }) => (
        <li className={classes['board']} key={id}>
          <Avatar id={id} name={name} />
          <PageLink className={classes['name']} title={name} to={{ page: 'workspace.board', params: { board: id } }}>
            {name}
          </PageLink>
          <time className="atrium-muted atrium-small" dateTime={changedAt}>
            {relativeTime(Date.parse(changedAt), now)}
          </time>
        </li>
      ))}
    </ul>
  );
}

/** Units of time with their length in seconds, the longest first. */
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long ago a moment was, such as "5 minutes ago". Both are milliseconds since 1970. */
function relativeTime(moment: number, now: number): string {
  // The clocks of the browser and the database differ.
  const seconds = Math.max(0, (now - moment) / 1_000);
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  const [unit, length] = UNITS.find(([, unitLength]) => seconds >= unitLength) ?? (['second', Infinity] as const);
  // Zero seconds ago is "now".
  return format.format(-Math.floor(seconds / length), unit);
}
