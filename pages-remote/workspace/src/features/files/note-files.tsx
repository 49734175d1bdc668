import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { Button, Skeleton } from '@atrium/page-kit/ui';
import { isPicture, listFiles } from '../../model/files.ts';
import type { Note } from '../../model/notes.ts';
import { FILE_LIMIT_MB } from '../../model/workspace-error.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { useLazyPart } from '../loading/use-lazy-part.ts';
import { FileInput } from './file-input.tsx';
import { FileItem } from './file-item.tsx';
import classes from './files.module.css';
import { filesText } from './files-messages.ts';
import { UploadItem, useUploads } from './uploads.tsx';

interface NoteFilesProps {
  readonly client: SupabaseClient;
  readonly note: Note;
  /** Whether the user may add and delete files. */
  readonly canWrite: boolean;
  /** Gives the name of a person; null if only one person writes on the board. */
  readonly personOf: ((person: string | null) => { readonly name: string }) | null;
  /** Files to add now, and what to call when they are being added. */
  readonly given: readonly File[] | null;
  readonly onTaken: () => void;
  /** Called when the number of files has changed. */
  readonly onChanged: () => void;
}

const loadViewer = () => import(/* webpackChunkName: "board-tools" */ './viewer.tsx').then(({ Viewer }) => Viewer);

/** The files of a note, with a button that adds more for those who may write. */
export function NoteFiles({ client, note, canWrite, personOf, given, onTaken, onChanged }: NoteFilesProps) {
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const queryKey = queryKeys.files(note.board, note.id);
  const files = useQuery({ queryKey, queryFn: ({ signal }) => listFiles(client, note.id, signal) });

  function reload(): void {
    void queries.invalidateQueries({ queryKey });
    onChanged();
  }

  const { uploads, add, drop, retry } = useUploads(client, note, onChanged);
  const take = useEffectEvent((files: readonly File[]) => {
    onTaken();
    add(files);
  });
  useEffect(() => {
    if (given) take(given);
  }, [given]);
  const [viewed, setViewed] = useState<string | null>(null);
  // Another member has deleted it. If it is restored, the viewer stays closed.
  if (viewed !== null && files.data && !files.data.some(({ id }) => id === viewed)) setViewed(null);
  const { Part: Viewer, button } = useLazyPart(loadViewer);

  function open(id: string): void {
    setViewed(id);
    button.onClick();
  }

  return (
    <section aria-label={filesText('label', { title: note.title })} className={classes['files']}>
      {files.isPending && <Skeleton lines={1} />}
      {files.error && <FailureAlert error={files.error} onRetry={() => void files.refetch()} />}
      {files.data?.length === 0 && uploads.length === 0 && <p className="atrium-muted atrium-small">{filesText('none')}</p>}
      <div className={classes['list']} role="list">
        {files.data?.map((file) => <FileItem canWrite={canWrite} client={client} file={file} key={file.id} onChanged={reload} onLeave={() => choose.current?.focus()} view={{ ...button, onClick: () => open(file.id) }} />)}
        {uploads.map((upload) => (
          <UploadItem
            key={upload.id}
            // The buttons disappear.
            onDrop={() => {
              choose.current?.focus();
              drop(upload.id);
            }}
            onRetry={() => {
              choose.current?.focus();
              retry(upload);
            }}
            upload={upload}
          />
        ))}
      </div>
      {Viewer && (
        <Viewer
          canWrite={canWrite}
          client={client}
          onChanged={reload}
          onClose={() => setViewed(null)}
          onShow={setViewed}
          personOf={personOf}
          pictures={files.data?.filter(({ type }) => isPicture(type)) ?? []}
          shown={viewed}
        />
      )}
      {canWrite && (
        <>
          <FileInput onChoose={add} ref={input} />
          <div className="atrium-row">
            <Button className="atrium-button-small" onClick={() => input.current?.click()} ref={choose}>
              {filesText('choose')} <span className="atrium-visually-hidden">{note.title}</span>
            </Button>
            <span className="atrium-muted atrium-small">{filesText('advice', { limit: FILE_LIMIT_MB })}</span>
          </div>
        </>
      )}
    </section>
  );
}
