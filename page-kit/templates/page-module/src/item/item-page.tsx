import { LinkButton, Skeleton } from '@atrium/page-kit/ui';
import { RequireAuth } from 'auth/auth';
import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { ItemDetails } from './item-details.tsx';
import { itemText } from './item-messages.ts';

/** `/__name__/:id`: an item. */
export default function ItemPage() {
  const { id = '' } = useParams();
  return (
    <RequireAuth>
      <div className="atrium-page atrium-page-narrow">
        <Suspense fallback={<Skeleton lines={3} />}>
          <ItemDetails id={id} key={id} />
        </Suspense>
        <div>
          <LinkButton to="/__name__" tone="quiet">
            {itemText('back')}
          </LinkButton>
        </div>
      </div>
    </RequireAuth>
  );
}
