import { Alert, Button, Card, Skeleton } from '@atrium/page-kit/ui';
import { useSupabase } from 'auth/auth';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { addItem } from '../items/items-table.ts';
import classes from './list.module.css';
import { listText } from './list-messages.ts';
import { NewItemForm } from './new-item-form.tsx';
import { useItems } from './use-items.ts';

/** The items and the form. Suspends until the site's Supabase client has loaded. */
export function ItemList() {
  const client = useSupabase();
  const { items, failure, load, put } = useItems(client);
  const [announcement, setAnnouncement] = useState('');
  return (
    <>
      <Card>
        <h2>{listText('addHeading')}</h2>
        <NewItemForm
          onAdd={async (item) => {
            await addItem(client, item);
            put(item);
            setAnnouncement(listText('added', { title: item.title }));
          }}
        />
      </Card>
      <p className="atrium-visually-hidden" role="status">
        {announcement}
      </p>
      {failure && (
        <Alert>
          <p>{failure.message}</p>
          <Button onClick={load}>{listText('tryAgain')}</Button>
        </Alert>
      )}
      {items === null && !failure && <Skeleton lines={4} />}
      {items?.length === 0 && <p className="atrium-muted">{listText('empty')}</p>}
      {items && items.length > 0 && (
        <ul className={classes['items']}>
          {items.map(({ id, title }) => (
            <li key={id}>
              <Link to={`/__name__/${id}`}>{title}</Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
