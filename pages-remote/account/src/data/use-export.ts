import { useEffect, useRef, useState } from 'react';
import { saveFile } from '@atrium/page-kit/site';
import type { ExportProgress, PartLoader } from './export-archive.ts';
import { ExportError, type ExportFailure } from './export-error.ts';

/** A saved archive. */
export interface SavedExport {
  readonly name: string;
  /** Paths of the files that no longer exist. */
  readonly missingFiles: readonly string[];
}

/** An export that the user can start and cancel. */
interface Export {
  /** Null while no export is running. */
  readonly progress: ExportProgress | null;
  /** Why the last export failed; null if it did not. */
  readonly failure: ExportFailure | null;
  /** Reads all parts and saves them as one archive. */
  readonly start: (parts: ReadonlyMap<string, PartLoader>, onSaved: (saved: SavedExport) => void) => void;
  readonly cancel: () => void;
}

/** Exports the user's data. Leaving the page cancels it. */
export function useExport(): Export {
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [failure, setFailure] = useState<ExportFailure | null>(null);
  const running = useRef<AbortController>(null);

  useEffect(() => () => running.current?.abort(), []);

  async function run(parts: ReadonlyMap<string, PartLoader>, { signal }: AbortController): Promise<SavedExport> {
    // With the library for ZIP files, which only those who export need.
    const { makeArchive } = await import('./export-archive.ts');
    const { content, day, missingFiles } = await makeArchive(parts, signal, (soFar) => {
      if (!signal.aborted) setProgress(soFar);
    });
    const name = `atrium-${day}.zip`;
    saveFile(content, name);
    return { name, missingFiles };
  }

  return {
    progress,
    failure,
    start(parts, onSaved) {
      if (running.current !== null) return;
      const controller = new AbortController();
      running.current = controller;
      setProgress({ records: 0 });
      setFailure(null);
      run(parts, controller)
        .then(onSaved, (error: unknown) => {
          if (controller.signal.aborted) return;
          // The error can be another module's, and its text for developers.
          console.error('The export failed.', error);
          setFailure(error instanceof ExportError ? error.failure : { reason: 'record' });
        })
        .finally(() => {
          running.current = null;
          setProgress(null);
        });
    },
    cancel() {
      running.current?.abort();
    },
  };
}
