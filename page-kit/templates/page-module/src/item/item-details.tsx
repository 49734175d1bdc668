import { Alert, PageHeading, Skeleton } from '@atrium/page-kit/ui';
import { useSupabase } from 'auth/auth';
import { useEffect, useState } from 'react';
import type { Item } from '../items/item.ts';
import { asItemsError, type ItemsError } from '../items/items-error.ts';
import { findItem } from '../items/items-table.ts';
import { itemText } from './item-messages.ts';

type Reading =
  | { readonly status: 'running' }
  | { readonly status: 'found'; readonly item: Item }
  | { readonly status: 'missing' }
  | { readonly status: 'failed'; readonly error: ItemsError };

/** Title and note of an item, or the reason why it cannot be shown. */
export function ItemDetails({ id }: { readonly id: string }) {
  const reading = useItem(id);
  switch (reading.status) {
    case 'running':
      // No heading yet: the page announces its first heading, which is the item's title.
      return <Skeleton lines={3} />;
    case 'found':
      return (
        <>
          <PageHeading title={reading.item.title} />
          <p>{reading.item.note || itemText('noNote')}</p>
        </>
      );
    case 'missing':
      return (
        <>
          <PageHeading title={itemText('notFound')} />
          <p>{itemText('notFoundAdvice')}</p>
        </>
      );
    case 'failed':
      return (
        <>
          <PageHeading title={itemText('title')} />
          <Alert>
            <p>{reading.error.message}</p>
          </Alert>
        </>
      );
  }
}

/** Reads the item when the component mounts. */
function useItem(id: string): Reading {
  const client = useSupabase();
  const [reading, setReading] = useState<Reading>({ status: 'running' });
  useEffect(() => {
    let left = false;
    const show = (found: Reading): void => {
      if (!left) setReading(found);
    };
    findItem(client, id).then(
      (item) => show(item ? { status: 'found', item } : { status: 'missing' }),
      (error: unknown) => show({ status: 'failed', error: asItemsError(error) }),
    );
    return () => {
      left = true;
    };
  }, [client, id]);
  return reading;
}
