import { skipToken, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { Alert, Button, holdUnsavedChanges } from '@atrium/page-kit/ui';
import { findNote, type Note } from '../../model/notes.ts';
import { asWorkspaceError, reportFault, WorkspaceError } from '../../model/workspace-error.ts';
import { workspaceText } from '../../model/workspace-messages.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import classes from './files.module.css';
import { filesText } from './files-messages.ts';
import { addFile, discard, isUnreachable, storeBytes, type StoredBytes } from './upload-file.ts';

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

/** The stored bytes of uploads for whose row there was no response, by their ids. */
const arrived = new Map<string, StoredBytes>();

/** Uploads to a note, in the user's cache: they continue while a search or another page hides the note. */
class NoteUploads {
  readonly #queries: QueryClient;
  readonly #client: SupabaseClient;
  readonly #note: Note;
  readonly #onStored: () => void;
  readonly key: readonly unknown[];

  constructor(queries: QueryClient, client: SupabaseClient, note: Note, onStored: () => void) {
    [this.#queries, this.#client, this.#note, this.#onStored] = [queries, client, note, onStored];
    this.key = queryKeys.uploads(note.id);
  }

  add(files: readonly File[]): void {
    const added = files.map((file): Upload => ({ id: crypto.randomUUID(), file, fraction: 0, failure: null }));
    this.#set((now) => [...now, ...added]);
    for (const upload of added) void this.#send(upload);
  }

  retry(upload: Upload): void {
    this.#change(upload.id, { failure: null, fraction: 0 });
    void this.#send(upload);
  }

  drop(id: string): void {
    const bytes = arrived.get(id);
    arrived.delete(id);
    const running = aborts.get(id);
    running?.abort();
    if (bytes && !running) void discard(this.#client, bytes);
    this.#set((now) => now.filter((upload) => upload.id !== id));
  }

  async #send({ id, file }: Upload): Promise<void> {
    const abort = new AbortController();
    aborts.set(id, abort);
    const release = holdUnsavedChanges();
    let bytes: StoredBytes | undefined;
    try {
      bytes = arrived.get(id) ?? (await storeBytes(this.#client, this.#note, file, { onProgress: (fraction) => this.#change(id, { fraction }), signal: abort.signal }));
      arrived.set(id, bytes);
      await addFile(this.#client, bytes);
      arrived.delete(id);
      this.drop(id);
      showToast({ text: filesText('uploaded', { name: file.name }) });
      void this.#queries.invalidateQueries({ queryKey: queryKeys.files(this.#note.board, this.#note.id) });
      this.#onStored();
    } catch (error) {
      if (!isUnreachable(error)) arrived.delete(id);
      const failure = await this.#reasonOf(asWorkspaceError(error));
      if (abort.signal.aborted) {
        // The policies keep the bytes of a row that was stored after all.
        if (bytes && isUnreachable(error)) void discard(this.#client, bytes);
        return;
      }
      reportFault(error);
      this.#change(id, { failure });
      // The note's list of files shows it, unless it is closed.
      const observers = this.#queries.getQueryCache().find({ queryKey: this.key })?.getObserversCount() ?? 0;
      if (observers === 0) showToast({ tone: 'error', text: failureText(file, failure) });
    } finally {
      aborts.delete(id);
      release();
    }
  }

  /** Storage refuses a file of a deleted note as it refuses one of a user who may not add files. */
  async #reasonOf(failure: WorkspaceError): Promise<WorkspaceError> {
    if (failure.failure !== 'refused') return failure;
    const note = await findNote(this.#client, this.#note.id).catch(() => this.#note);
    return note ? failure : new WorkspaceError('gone', failure);
  }

  #change(id: string, changes: Partial<Upload>): void {
    this.#set((now) => now.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  }

  #set(change: (now: readonly Upload[]) => readonly Upload[]): void {
    this.#queries.setQueryData<readonly Upload[]>(this.key, (now = []) => change(now));
  }
}

/** Uploads files to a note in the background. @param onStored called after each file */
export function uploadFiles(queries: QueryClient, client: SupabaseClient, note: Note, files: readonly File[], onStored: () => void): void {
  new NoteUploads(queries, client, note, onStored).add(files);
}

/** The uploads to a note, and what the user can do with them. */
export function useUploads(client: SupabaseClient, note: Note, onStored: () => void) {
  const sender = new NoteUploads(useQueryClient(), client, note, onStored);
  const { data: uploads = [] } = useQuery<readonly Upload[]>({ queryKey: sender.key, queryFn: skipToken });
  return {
    uploads,
    add: (files: readonly File[]) => sender.add(files),
    retry: (upload: Upload) => sender.retry(upload),
    drop: (id: string) => sender.drop(id),
  };
}

function failureText({ name }: File, { message }: WorkspaceError): string {
  return `${filesText('notUploaded', { name })} ${message}`;
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
          <p>{failureText(file, failure)}</p>
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
