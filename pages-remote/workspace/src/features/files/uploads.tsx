import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { Alert, Button, holdUnsavedChanges } from '@atrium/page-kit/ui';
import type { Note } from '../../model/notes.ts';
import { asWorkspaceError, reportFault, type WorkspaceError } from '../../model/workspace-error.ts';
import { workspaceText } from '../../model/workspace-messages.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import classes from './files.module.css';
import { filesText } from './files-messages.ts';
import { uploadFile } from './upload-file.ts';

/** An upload that is running or has failed. */
interface Upload {
  readonly id: string;
  readonly file: File;
  /** The fraction that has been sent, from 0 to 1. */
  readonly fraction: number;
  readonly failure: WorkspaceError | null;
}

/** Aborts the running uploads, by their ids. */
const aborts = new Map<string, AbortController>();

/** The uploads to a note, in the user's cache: they continue while a search or another page hides the note. */
export function useUploads(client: SupabaseClient, note: Note, onStored: () => void) {
  const queries = useQueryClient();
  const queryKey = queryKeys.uploads(note.id);
  const { data: uploads = [] } = useQuery<readonly Upload[]>({ queryKey, queryFn: skipToken });
  const setUploads = (change: (now: readonly Upload[]) => readonly Upload[]) => queries.setQueryData<readonly Upload[]>(queryKey, (now = []) => change(now));

  const change = (id: string, changes: Partial<Upload>) => {
    setUploads((now) => now.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  };
  const drop = (id: string) => {
    aborts.get(id)?.abort();
    setUploads((now) => now.filter((upload) => upload.id !== id));
  };

  async function send(id: string, file: File): Promise<void> {
    const abort = new AbortController();
    aborts.set(id, abort);
    const release = holdUnsavedChanges();
    try {
      await uploadFile(client, note, file, { onProgress: (fraction) => change(id, { fraction }), signal: abort.signal });
      drop(id);
      showToast({ text: filesText('uploaded', { name: file.name }) });
      onStored();
    } catch (error) {
      if (abort.signal.aborted) return;
      reportFault(error);
      change(id, { failure: asWorkspaceError(error) });
    } finally {
      aborts.delete(id);
      release();
    }
  }

  return {
    uploads,
    drop,
    add: (files: readonly File[]): void => {
      const added = files.map((file): Upload => ({ id: crypto.randomUUID(), file, fraction: 0, failure: null }));
      setUploads((now) => [...now, ...added]);
      for (const { id, file } of added) void send(id, file);
    },
    retry: ({ id, file }: Upload): void => {
      change(id, { failure: null, fraction: 0 });
      void send(id, file);
    },
  };
}

interface UploadItemProps {
  readonly upload: Upload;
  readonly onDrop: () => void;
  readonly onRetry: () => void;
}

/** The progress of an upload, or why it failed. */
export function UploadItem({ upload: { file, fraction, failure }, onDrop, onRetry }: UploadItemProps) {
  const { name } = file;
  if (failure) {
    const canTryAgain = failure.failure !== 'fileTooLarge' && failure.failure !== 'fileType';
    return (
      <div role="listitem">
        <Alert>
          <p>{`${filesText('notUploaded', { name })} ${failure.message}`}</p>
          <div className="atrium-row">
            {canTryAgain && (
              <Button className="atrium-button-small" onClick={onRetry}>
                {workspaceText('retry')}
              </Button>
            )}
            <Button className="atrium-button-small" onClick={onDrop}>
              {filesText('dismiss')}
            </Button>
          </div>
        </Alert>
      </div>
    );
  }
  const label = filesText('uploading', { name });
  return (
    <div className={classes['upload']} role="listitem">
      <span>{label}</span>
      <progress aria-label={label} className={classes['progress']} max={1} value={fraction} />
      <Button className="atrium-button-small" onClick={onDrop}>
        {workspaceText('cancel')} <span className="atrium-visually-hidden">{name}</span>
      </Button>
    </div>
  );
}
