import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { LinkButton, PageHeading, Skeleton } from '@atrium/page-kit/ui';
import { RequireAuth } from 'auth/auth';
import { boardsText } from '../boards/boards-messages.ts';
import { WorkspaceData } from '../data/workspace-data.tsx';
import { OpenBoard } from './open-board.tsx';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `/workspace/:board`: one board. */
export default function BoardPage() {
  const { board = '' } = useParams();
  if (!ID.test(board)) return <NotFound />;
  return (
    <RequireAuth>
      <div className="atrium-page">
        <Suspense fallback={<Skeleton lines={4} />}>
          <WorkspaceData>
            <OpenBoard id={board} key={board} />
          </WorkspaceData>
        </Suspense>
      </div>
    </RequireAuth>
  );
}

function NotFound() {
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={boardsText('pageNotFound')} />
      <p>{boardsText('pageNotFoundAdvice')}</p>
      <div>
        <LinkButton to="/workspace">{boardsText('toWorkspace')}</LinkButton>
      </div>
    </div>
  );
}
