import { Suspense } from 'react';
import { PageHeading, Skeleton } from '@atrium/page-kit/ui';
import { RequireAuth } from 'auth/auth';
import { WorkspaceData } from '../data/workspace-data.tsx';
import { boardsText } from './boards-messages.ts';
import { Boards } from './boards.tsx';

/** `/workspace`: the boards, and a place to write something down at once. */
export default function BoardsPage() {
  return (
    <RequireAuth>
      <div className="atrium-page">
        <header className="atrium-row atrium-row-apart">
          <PageHeading title={boardsText('title')} />
          <p className="atrium-muted">{boardsText('introduction')}</p>
        </header>
        <Suspense fallback={<Skeleton lines={4} />}>
          <WorkspaceData>
            <Boards />
          </WorkspaceData>
        </Suspense>
      </div>
    </RequireAuth>
  );
}
