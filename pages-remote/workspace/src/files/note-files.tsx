import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { Alert, Button, Skeleton } from '@atrium/page-kit/ui';
import { queryKeys } from '../data/query-keys.ts';
import { asWorkspaceError, FILE_LIMIT_MB } from '../data/workspace-error.ts';
import type { Note } from '../notes/note.ts';
import { FILE_TYPES } from './file.ts';
import { FileItem } from './file-item.tsx';
import classes from './files.module.css';
import { filesText } from './files-messages.ts';
import { listFiles } from './files-table.ts';
import { UploadItem } from './upload-item.tsx';
import { useUploads } from './use-uploads.ts';

interface NoteFilesProps {
  readonly client: SupabaseClient;
  readonly note: Note;
  /** The note has another number of files now. */
  readonly onChanged: () => void;
}

/** The files of a note, and a way to add some. */
export function NoteFiles({ client, note, onChanged }: NoteFilesProps) {
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const queryKey = queryKeys.files(note.board, note.id);
  const files = useQuery({ queryKey, queryFn: ({ signal }) => listFiles(client, note.id, signal) });

  function reread(): void {
    void queries.invalidateQueries({ queryKey });
    onChanged();
  }

  const { uploads, add, drop, retry } = useUploads(client, note, reread);
  return (
    <section aria-label={filesText('label', { title: note.title })} className={classes['files']}>
      {files.isPending && <Skeleton lines={1} />}
      {files.error && (
        <Alert>
          <p>{asWorkspaceError(files.error).message}</p>
          <div>
            <Button onClick={() => void files.refetch()}>{filesText('retry')}</Button>
          </div>
        </Alert>
      )}
      {files.data?.length === 0 && uploads.length === 0 && <p className="atrium-muted atrium-small">{filesText('none')}</p>}
      <div className="atrium-stack" role="list">
        {files.data?.map((file) => <FileItem client={client} file={file} key={file.id} onChanged={reread} />)}
        {uploads.map((upload) => (
          <UploadItem key={upload.id} onDrop={() => drop(upload.id)} onRetry={() => retry(upload)} upload={upload} />
        ))}
      </div>
      <input
        accept={FILE_TYPES.join(',')}
        aria-hidden="true"
        hidden
        multiple
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          target.value = '';
        }}
        ref={input}
        type="file"
      />
      <div className="atrium-row">
        <Button className="atrium-button-small" onClick={() => input.current?.click()}>
          {filesText('choose')} <span className="atrium-visually-hidden">{note.title}</span>
        </Button>
        <span className="atrium-muted atrium-small">{filesText('advice', { limit: FILE_LIMIT_MB })}</span>
      </div>
    </section>
  );
}
