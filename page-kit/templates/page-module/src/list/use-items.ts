import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { useEffect, useState } from 'react';
import type { Item } from '../items/item.ts';
import { asItemsError, type ItemsError } from '../items/items-error.ts';
import { listItems } from '../items/items-table.ts';

export interface Items {
  /** Newest first; null while loading. */
  readonly items: readonly Item[] | null;
  /** Why the items could not be read. */
  readonly failure: ItemsError | null;
  /** Reads the items again. */
  readonly load: () => void;
  /** Adds a stored item to the list. */
  readonly put: (item: Item) => void;
}

/** The user's items, read when the component mounts. */
export function useItems(client: SupabaseClient): Items {
  const [stored, setStored] = useState<readonly Item[] | null>(null);
  const [added, setAdded] = useState<readonly Item[]>([]);
  const [failure, setFailure] = useState<ItemsError | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let left = false;
    listItems(client).then(
      (items) => {
        if (!left) setStored(items);
      },
      (error: unknown) => {
        if (!left) setFailure(asItemsError(error));
      },
    );
    return () => {
      left = true;
    };
  }, [client, attempt]);

  return {
    // An item that was added during the request may also be in its response.
    items: stored && [...added.filter(({ id }) => !stored.some((item) => item.id === id)), ...stored],
    failure,
    load() {
      setFailure(null);
      setAttempt((last) => last + 1);
    },
    put(item) {
      setAdded((current) => [item, ...current]);
    },
  };
}
