import { useQueryClient } from '@tanstack/react-query';
import { Paperclip, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { language } from '@atrium/page-kit/messages';
import { showToast } from '@atrium/page-kit/site';
import { useUnsavedChanges } from '@atrium/page-kit/ui';
import type { Note } from '../../model/notes.ts';
import { WorkspaceError } from '../../model/workspace-error.ts';
import { FileInput } from '../files/file-input.tsx';
import { filesText } from '../files/files-messages.ts';
import { Action } from '../notes/menu-buttons.tsx';
import type { NewNoteFiles } from '../notes/new-note.tsx';
import classes from './compose.module.css';

const loadUploads = () => import(/* webpackChunkName: "board-tools" */ '../files/uploads.tsx');

interface NewNoteFilesOptions {
  readonly client: SupabaseClient;
  /** Id of the signed-in user. */
  readonly person: string;
  readonly board: string;
  /** Called when the files of a new note start to be uploaded. */
  readonly onUpload: (note: Note) => void;
  /** Called after each of its files. */
  readonly onUploaded: (note: Note) => void;
}

/** The files for the next note, by person and board. They stay while the form in which they were chosen is not on screen. */
const chosenFiles = new Map<string, readonly File[]>();

/** The files that the user has chosen for the next note of a board. */
export function useNewNoteFiles({ client, person, board, onUpload, onUploaded }: NewNoteFilesOptions): NewNoteFiles {
  const queries = useQueryClient();
  const place = `${person} ${board}`;
  const [files, setFiles] = useState<readonly File[]>(() => chosenFiles.get(place) ?? []);
  useUnsavedChanges(files.length > 0);

  function change(next: readonly File[]): void {
    if (next.length > 0) chosenFiles.set(place, next);
    else chosenFiles.delete(place);
    setFiles(next);
  }

  const add = (more: readonly File[]) => change([...new Map([...(chosenFiles.get(place) ?? []), ...more].map((file) => [keyOf(file), file])).values()]);

  /** Uploads the files of a note in the background. */
  async function upload(sent: readonly File[], note: Note): Promise<void> {
    if (sent.length === 0) return;
    const uploads = await loadUploads().catch(() => null);
    if (!uploads) return giveUp(sent, new WorkspaceError('unreachable', null));
    onUpload(note);
    uploads.uploadFiles(queries, client, note, sent, () => onUploaded(note));
  }

  function giveUp(sent: readonly File[], failure: WorkspaceError): void {
    if (sent.length === 0) return;
    const names = new Intl.ListFormat(language(), { type: 'unit' }).format(sent.map(({ name }) => name));
    const what = sent.length === 1 ? filesText('notUploaded', { name: names }) : filesText('severalNotUploaded', { names });
    showToast({ tone: 'error', text: `${what} ${failure.message}` });
  }

  return {
    take() {
      change([]);
      return { upload: (note) => void upload(files, note), giveUp: (failure) => giveUp(files, failure), putBack: () => add(files) };
    },
    button: <ChooseFiles onChoose={add} />,
    list: files.length > 0 && <ChosenFiles files={files} onLeaveOut={(left) => change(files.filter((file) => file !== left))} />,
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
      <FileInput onChoose={onChoose} ref={input} />
    </>
  );
}

/** Choosing the same file twice adds it once. */
function keyOf({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`;
}

interface ChosenFilesProps {
  readonly files: readonly File[];
  readonly onLeaveOut: (file: File) => void;
}

function ChosenFiles({ files, onLeaveOut }: ChosenFilesProps) {
  return (
    <ul className={classes['files']} role="list">
      {files.map((file) => (
        <li key={keyOf(file)}>
          <span dir="auto">{file.name}</span>
          <Action
            label={filesText('leaveOut', { name: file.name })}
            note={null}
            onClick={({ currentTarget }) => {
              // The button disappears.
              currentTarget.form?.querySelector('input')?.focus();
              onLeaveOut(file);
            }}
          >
            <X aria-hidden="true" size={16} />
          </Action>
        </li>
      ))}
    </ul>
  );
}
