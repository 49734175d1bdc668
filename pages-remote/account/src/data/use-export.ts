import { useEffect, useRef, useState } from 'react';
import { saveFile } from '@atrium/page-kit/site';

/** Reads one part of the file: the data of one module. */
export type PartLoader = (signal: AbortSignal, onProgress: (records: number) => void) => Promise<object>;

/** The version of the file's format. Programs that read it can tell later ones apart. */
const FORMAT = 'atrium-export/1';

/** An export that the user can start and cancel. */
interface Export {
  /** The number of records that are read; null while no export is running. */
  readonly records: number | null;
  /** The last export failed. */
  readonly hasFailed: boolean;
  /** Reads all parts, saves them as one file, and passes its name on. */
  readonly start: (parts: ReadonlyMap<string, PartLoader>, onSaved: (name: string) => void) => void;
  readonly cancel: () => void;
}

/** Exports the user's data. Leaving the page cancels it. */
export function useExport(): Export {
  const [records, setRecords] = useState<number | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const running = useRef<AbortController>(null);

  useEffect(() => () => running.current?.abort(), []);

  async function run(parts: ReadonlyMap<string, PartLoader>, { signal }: AbortController): Promise<string> {
    const read: Record<string, object> = {};
    let before = 0;
    // One after the other: an export must not slow the site down for others.
    for (const [module, load] of parts) {
      let count = 0;
      read[module] = await load(signal, (soFar) => {
        count = soFar;
        if (!signal.aborted) setRecords(before + soFar);
      });
      signal.throwIfAborted();
      before += count;
    }
    const exportedAt = new Date().toISOString();
    const name = `atrium-${exportedAt.slice(0, 10)}.json`;
    saveFile(new Blob([JSON.stringify({ format: FORMAT, exportedAt, ...read }, null, 2)], { type: 'application/json' }), name);
    return name;
  }

  return {
    records,
    hasFailed,
    start(parts, onSaved) {
      if (running.current !== null) return;
      const controller = new AbortController();
      running.current = controller;
      setRecords(0);
      setHasFailed(false);
      run(parts, controller)
        .then(onSaved, (error: unknown) => {
          if (controller.signal.aborted) return;
          // The error can be another module's, and its text for developers.
          console.error('The export failed.', error);
          setHasFailed(true);
        })
        .finally(() => {
          running.current = null;
          setRecords(null);
        });
    },
    cancel() {
      running.current?.abort();
    },
  };
}
