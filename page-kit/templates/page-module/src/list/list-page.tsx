import { PageHeading, Skeleton } from '@atrium/page-kit/ui';
import { RequireAuth } from 'auth/auth';
import { Suspense } from 'react';
import { ItemList } from './item-list.tsx';
import { listText } from './list-messages.ts';

/** `/__name__`: the signed-in user's items, and the form for a new one. */
export default function ListPage() {
  return (
    <RequireAuth>
      <div className="atrium-page atrium-page-narrow">
        <PageHeading title={listText('title')} />
        <Suspense fallback={<Skeleton lines={4} />}>
          <ItemList />
        </Suspense>
      </div>
    </RequireAuth>
  );
}
