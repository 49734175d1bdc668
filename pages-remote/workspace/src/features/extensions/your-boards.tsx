import { Suspense } from 'react';
import type { SlotProps } from '@atrium/page-kit/contract/site';
import { language } from '@atrium/page-kit/messages';
import { PageLink } from '@atrium/page-kit/site';
import { Skeleton } from '@atrium/page-kit/ui';
import { useSupabase } from 'auth/auth';
import { useBoards } from '../../sync/use-boards.ts';
import { WorkspaceData } from '../../sync/workspace-data.tsx';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { extensionsText } from './extensions-messages.ts';
import classes from './your-boards.module.css';

/** A section of the account page, in the form of its rows: how many boards the user has, and how many of them are shared. */
export default function YourBoards({ userId }: SlotProps<'account.sections'>) {
  return (
    <section className={classes['section']}>
      <div className={classes['row']}>
        <h2>{extensionsText('yourHeading')}</h2>
        <Suspense fallback={<Skeleton />}>
          <WorkspaceData>
            <Numbers person={userId} />
          </WorkspaceData>
        </Suspense>
      </div>
    </section>
  );
}

function Numbers({ person }: { readonly person: string }) {
  const client = useSupabase();
  const { data, error, isFetching, refetch } = useBoards(client);
  if (error) return <FailureAlert busy={isFetching} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton />;
  if (data.length === 0) {
    return (
      <div className={classes['line']}>
        <p className="atrium-muted">{extensionsText('noBoards')}</p>
        <PageLink className="atrium-button atrium-button-quiet atrium-button-small" to={{ page: 'workspace.boards', hash: 'new-board' }}>
          {extensionsText('newBoard')}
        </PageLink>
      </div>
    );
  }
  const numbers = new Intl.NumberFormat(language());
  const own = data.filter(({ owner }) => owner === person);
  const shared = own.filter(({ workspace_members: members }) => members.length > 1);
  return (
    <div className={classes['line']}>
      <dl className={classes['numbers']}>
        <dt>{extensionsText('own')}</dt>
        <dd>{numbers.format(own.length)}</dd>
        <dt>{extensionsText('sharedByYou')}</dt>
        <dd>{numbers.format(shared.length)}</dd>
        <dt>{extensionsText('sharedWithYou')}</dt>
        <dd>{numbers.format(data.length - own.length)}</dd>
      </dl>
      <PageLink className="atrium-button atrium-button-quiet atrium-button-small" to={{ page: 'workspace.boards' }}>
        {extensionsText('openBoards')}
      </PageLink>
    </div>
  );
}
