import { useEffect, useRef, useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { useUnsavedChanges } from '@atrium/page-kit/ui';
import { asWorkspaceError, reportFault, type WorkspaceError } from '../data/workspace-error.ts';
import type { Note } from '../notes/note.ts';
import { filesText } from './files-messages.ts';
import { uploadFile } from './upload-file.ts';

/** A file on its way, or one that did not arrive. */
export interface Upload {
  readonly id: string;
  readonly file: File;
  /** The part that has been sent, from 0 to 1. */
  readonly part: number;
  readonly failure: WorkspaceError | null;
}

/** Files on their way to a note. They are given up when the component goes. */
export function useUploads(client: SupabaseClient, note: Note, onStored: () => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const aborts = useRef(new Map<string, AbortController>());
  useUnsavedChanges(uploads.some(({ failure }) => !failure));

  useEffect(() => {
    const running = aborts.current;
    return () => running.forEach((abort) => abort.abort());
  }, []);

  const change = (id: string, changes: Partial<Upload>) => {
    setUploads((now) => now.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  };
  const drop = (id: string) => {
    aborts.current.get(id)?.abort();
    setUploads((now) => now.filter((upload) => upload.id !== id));
  };

  async function send(id: string, file: File): Promise<void> {
    const abort = new AbortController();
    aborts.current.set(id, abort);
    try {
      await uploadFile(client, note, file, { onProgress: (part) => change(id, { part }), signal: abort.signal });
      drop(id);
      showToast({ text: filesText('uploaded', { name: file.name }) });
      onStored();
    } catch (error) {
      if (abort.signal.aborted) return;
      reportFault(error);
      change(id, { failure: asWorkspaceError(error) });
    } finally {
      aborts.current.delete(id);
    }
  }

  return {
    uploads,
    drop,
    add: (files: readonly File[]): void => {
      const added = files.map((file): Upload => ({ id: crypto.randomUUID(), file, part: 0, failure: null }));
      setUploads((now) => [...now, ...added]);
      for (const { id, file } of added) void send(id, file);
    },
    retry: ({ id, file }: Upload): void => {
      change(id, { failure: null, part: 0 });
      void send(id, file);
    },
  };
}
