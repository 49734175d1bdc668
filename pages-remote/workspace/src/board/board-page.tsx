import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { LinkButton, PageHeading, Skeleton } from '@atrium/page-kit/ui';
import { RequireAuth } from 'auth/auth';
import { boardText } from './board-messages.ts';
import { Board } from './board.tsx';

/** `/workspace` and what is below it. */
export default function BoardPage() {
  const { '*': rest = '' } = useParams();
  if (rest !== '') return <NotFound />;
  return (
    <RequireAuth>
      <div className="atrium-page">
        <header className="atrium-row atrium-row-apart">
          <PageHeading title={boardText('title')} />
          <p className="atrium-muted">{boardText('introduction')}</p>
        </header>
        <Suspense fallback={<Skeleton lines={4} />}>
          <Board />
        </Suspense>
      </div>
    </RequireAuth>
  );
}

function NotFound() {
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={boardText('notFound')} />
      <p>{boardText('notFoundAdvice')}</p>
      <div>
        <LinkButton to="/workspace">{boardText('toWorkspace')}</LinkButton>
      </div>
    </div>
  );
}
