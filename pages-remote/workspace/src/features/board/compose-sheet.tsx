import { Paperclip, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { language } from '@atrium/page-kit/messages';
import { Dialog, IconButton } from '@atrium/page-kit/primitives';
import { showToast } from '@atrium/page-kit/site';
import { useUnsavedChanges } from '@atrium/page-kit/ui';
import { FILE_TYPES } from '../../model/files.ts';
import type { Note } from '../../model/notes.ts';
import { asWorkspaceError, WorkspaceError } from '../../model/workspace-error.ts';
import { filesText } from '../files/files-messages.ts';
import { uploadFile } from '../files/upload-file.ts';
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
  readonly onAdded: (note: Note) => void;
}

/** The form for a new note and its files, in a dialog, which narrow windows show as a sheet. Closing it keeps the text and the files. */
export function ComposeSheet({ client, person, board, open, onOpenChange, onAdded }: ComposeSheetProps) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [sending, setSending] = useState<File | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useUnsavedChanges(files.length > 0);

  /** Uploads the files, then closes the sheet. A toast for each reason reports files that are not stored, because the note is. */
  async function finish(note: Note | null): Promise<void> {
    const refused = new Map<string, string[]>();
    for (const file of files) {
      try {
        setSending(file);
        if (!note) throw new WorkspaceError('unreachable', null);
        await uploadFile(client, note, file, { onProgress: () => undefined, signal: new AbortController().signal });
      } catch (error) {
        const { message } = asWorkspaceError(error);
        refused.set(message, [...(refused.get(message) ?? []), file.name]);
      }
    }
    for (const [reason, names] of refused) {
      const [name = '', ...more] = names;
      const what = more.length === 0 ? filesText('notUploaded', { name }) : filesText('severalNotUploaded', { names: new Intl.ListFormat(language(), { type: 'unit' }).format(names) });
      showToast({ tone: 'error', text: `${what} ${reason}` });
    }
    setSending(null);
    setFiles([]);
    onOpenChange(false);
    if (note) onAdded(note);
  }

  const tools = (
    <>
      <ul className={classes['files']} role="list">
        {files.map((file, index) => (
          <li key={index}>
            <span dir="auto">{file.name}</span>
            <IconButton icon={<X size={16} />} label={filesText('leaveOut', { name: file.name })} onClick={() => setFiles(files.toSpliced(index, 1))} />
          </li>
        ))}
      </ul>
      <IconButton icon={<Paperclip size={20} />} label={filesText('choose')} onClick={() => input.current?.click()} />
      <p className="atrium-muted atrium-small" role="status">
        {sending && filesText('uploading', { name: sending.name })}
      </p>
    </>
  );
  return (
    <Dialog busy={sending !== null} onClose={() => onOpenChange(false)} open={open} title={notesText('addHeading')}>
      <div className={classes['sheet']}>
        <NewNoteForm board={board} client={client} onStored={finish} person={person} tools={tools} />
        <input
          accept={FILE_TYPES.join(',')}
          aria-hidden="true"
          hidden
          multiple
          onChange={({ target }) => {
            setFiles([...files, ...(target.files ?? [])]);
            target.value = '';
          }}
          ref={input}
          type="file"
        />
      </div>
    </Dialog>
  );
}
