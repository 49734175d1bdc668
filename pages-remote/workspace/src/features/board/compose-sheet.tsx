import { useQueryClient } from '@tanstack/react-query';
import { Paperclip, X } from 'lucide-react';
import { useRef, type Dispatch, type SetStateAction } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { language } from '@atrium/page-kit/messages';
import { Dialog, IconButton } from '@atrium/page-kit/primitives';
import { showToast } from '@atrium/page-kit/site';
import { FILE_TYPES } from '../../model/files.ts';
import type { Note } from '../../model/notes.ts';
import { WorkspaceError } from '../../model/workspace-error.ts';
import { filesText } from '../files/files-messages.ts';
import { uploadFiles } from '../files/uploads.tsx';
import { NewNoteForm } from '../notes/new-note.tsx';
import { notesText } from '../notes/notes-messages.ts';
import classes from './compose.module.css';

/** See {@link ComposeSheet}. */
export interface ComposeSheetProps {
  readonly client: SupabaseClient;
  /** Id of the signed-in user. */
  readonly person: string;
  readonly board: string;
  /** Whether the sheet is open. */
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The files for the note. */
  readonly files: readonly File[];
  readonly setFiles: Dispatch<SetStateAction<readonly File[]>>;
  readonly onAdded: (note: Note) => void;
  /** Called when its files start to be uploaded. */
  readonly onUpload: (note: Note) => void;
  /** Called after each of its files. */
  readonly onUploaded: (note: Note) => void;
}

/** The form for a new note and its files, in a dialog, which narrow windows show as a sheet. Closing it keeps the text and the files. */
export function ComposeSheet({ client, person, board, open, onOpenChange, files, setFiles, onAdded, onUpload, onUploaded }: ComposeSheetProps) {
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);

  /** Closes the sheet, and uploads the files in the background. A note that waits for a connection cannot have files yet. */
  function finish(note: Note | null): void {
    if (note) {
      onAdded(note);
      if (files.length > 0) onUpload(note);
      uploadFiles(queries, client, note, files, () => onUploaded(note));
    } else if (files.length > 0) {
      const names = new Intl.ListFormat(language(), { type: 'unit' }).format(files.map(({ name }) => name));
      const what = files.length === 1 ? filesText('notUploaded', { name: names }) : filesText('severalNotUploaded', { names });
      showToast({ tone: 'error', text: `${what} ${new WorkspaceError('unreachable', null).message}` });
    }
    // Files that were chosen while the note was stored are for the next one.
    setFiles((now) => now.filter((file) => !files.includes(file)));
    onOpenChange(false);
  }

  const tools = (
    <>
      <ul className={classes['files']} role="list">
        {files.map((file, index) => (
          <li key={index}>
            <span dir="auto">{file.name}</span>
            <IconButton icon={<X size={16} />} label={filesText('leaveOut', { name: file.name })} onClick={() => setFiles((now) => now.toSpliced(index, 1))} />
          </li>
        ))}
      </ul>
      <IconButton icon={<Paperclip size={20} />} label={filesText('choose')} onClick={() => input.current?.click()} />
    </>
  );
  return (
    <Dialog onClose={() => onOpenChange(false)} open={open} title={notesText('addHeading')}>
      <div className={classes['sheet']}>
        <NewNoteForm board={board} client={client} onStored={finish} person={person} tools={tools} />
        <input
          accept={FILE_TYPES.join(',')}
          aria-hidden="true"
          hidden
          multiple
          onChange={({ target }) => {
            const chosen = [...(target.files ?? [])];
            setFiles((now) => [...now, ...chosen]);
            target.value = '';
          }}
          ref={input}
          type="file"
        />
      </div>
    </Dialog>
  );
}
