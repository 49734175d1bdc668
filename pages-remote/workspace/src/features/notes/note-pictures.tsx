import { useQuery } from '@tanstack/react-query';
import { Image } from 'lucide-react';
import { useSupabase } from 'auth/auth';
import { isPicture, listFiles } from '../../model/files.ts';
import type { Note } from '../../model/notes.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import classes from './notes.module.css';

const MAX_PICTURES = 3;

/** Thumbnails of a note's first pictures. Only rows near the window are rendered, so only their thumbnails load. */
export function NotePictures({ note }: { readonly note: Note }) {
  const count = Math.min(MAX_PICTURES, note.workspace_attachments.filter(({ type }) => isPicture(type)).length);
  return count > 0 && <Pictures count={count} note={note} />;
}

/** Their places have the same size while they load. The list of files names the pictures. */
function Pictures({ note: { board, id }, count }: { readonly note: Note; readonly count: number }) {
  const client = useSupabase();
  // The same query as that of the open list, so that the list opens without a request. Changes of the files invalidate it.
  const files = useQuery({ queryKey: queryKeys.files(board, id), queryFn: ({ signal }) => listFiles(client, id, signal), staleTime: Infinity });
  const pictures = files.data?.filter(({ type }) => isPicture(type)) ?? [];
  return (
    <span aria-hidden="true" className={classes['pictures']}>
      {Array.from({ length: count }, (_, place) => {
        const { thumbnail } = pictures[place] ?? {};
        return <span key={place}>{thumbnail ? <img alt="" src={thumbnail} /> : thumbnail === null && <Image size={12} />}</span>;
      })}
    </span>
  );
}
