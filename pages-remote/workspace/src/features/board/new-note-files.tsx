import { useQueryClient } from '@tanstack/react-query';
import { Paperclip, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { language } from '@atrium/page-kit/messages';
import { showToast } from '@atrium/page-kit/site';
import { useUnsavedChanges } from '@atrium/page-kit/ui';
import { FILE_TYPES } from '../../model/files.ts';
import type { Note } from '../../model/notes.ts';
import { WorkspaceError } from '../../model/workspace-error.ts';
import { filesText } from '../files/files-messages.ts';
import { Action } from '../notes/menu-buttons.tsx';
import type { NewNoteFiles } from '../notes/new-note.tsx';
import classes from './compose.module.css';

const loadUploads = () => import(/* webpackChunkName: "board-tools" */ '../files/uploads.tsx');

interface NewNoteFilesOptions {
  readonly client: SupabaseClient;
  /** Called when the files of a new note start to be uploaded. */
  readonly onUpload: (note: Note) => void;
  /** Called after each of its files. */
  readonly onUploaded: (note: Note) => void;
}

/** The files for the next note. They stay while the form in which they were chosen is not on screen. */
export function useNewNoteFiles({ client, onUpload, onUploaded }: NewNoteFilesOptions): NewNoteFiles {
  const queries = useQueryClient();
  const [files, setFiles] = useState<readonly File[]>([]);
  useUnsavedChanges(files.length > 0);

  /** Uploads the files in the background. A note that waits for a connection cannot have files yet. */
  async function upload(note: Note | null): Promise<void> {
    if (files.length === 0) return;
    // Files that were chosen while the note was stored are for the next one.
    setFiles((now) => now.filter((file) => !files.includes(file)));
    const uploads = note && (await loadUploads().catch(() => null));
    if (note && uploads) {
      onUpload(note);
      uploads.uploadFiles(queries, client, note, files, () => onUploaded(note));
      return;
    }
    const names = new Intl.ListFormat(language(), { type: 'unit' }).format(files.map(({ name }) => name));
    const what = files.length === 1 ? filesText('notUploaded', { name: names }) : filesText('severalNotUploaded', { names });
    showToast({ tone: 'error', text: `${what} ${new WorkspaceError('unreachable', null).message}` });
  }

  return {
    upload: (note) => void upload(note),
    button: <ChooseFiles onChoose={(chosen) => setFiles((now) => [...now, ...chosen])} />,
    list: files.length > 0 && <ChosenFiles files={files} onLeaveOut={(index) => setFiles((now) => now.toSpliced(index, 1))} />,
  };
}

function ChooseFiles({ onChoose }: { readonly onChoose: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Action
        label={filesText('choose')}
        note={null}
        onClick={() => {
          // Only a head start: a failure is reported when the note is added.
          loadUploads().catch(() => undefined);
          input.current?.click();
        }}
      >
        <Paperclip aria-hidden="true" size={16} />
      </Action>
      <input
        accept={FILE_TYPES.join(',')}
        aria-hidden="true"
        hidden
        multiple
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          target.value = '';
        }}
        ref={input}
        type="file"
      />
    </>
  );
}

interface ChosenFilesProps {
  readonly files: readonly File[];
  readonly onLeaveOut: (index: number) => void;
}

function ChosenFiles({ files, onLeaveOut }: ChosenFilesProps) {
  return (
    <ul className={classes['files']} role="list">
      {files.map((file, index) => (
        <li key={index}>
          <span dir="auto">{file.name}</span>
          <Action label={filesText('leaveOut', { name: file.name })} note={null} onClick={() => onLeaveOut(index)}>
            <X aria-hidden="true" size={16} />
          </Action>
        </li>
      ))}
    </ul>
  );
}
