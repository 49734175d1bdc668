import type { RefObject } from 'react';
import { FILE_TYPES } from '../../model/files.ts';

interface FileInputProps {
  readonly onChoose: (files: readonly File[]) => void;
  /** A button clicks it to open the browser's dialog for files. */
  readonly ref: RefObject<HTMLInputElement | null>;
}

/** The hidden field behind a button that chooses files. */
export function FileInput({ onChoose, ref }: FileInputProps) {
  return (
    <input
      accept={FILE_TYPES.join(',')}
      aria-hidden="true"
      hidden
      multiple
      onChange={({ target }) => {
        onChoose([...(target.files ?? [])]);
        // The same file can be chosen again.
        target.value = '';
      }}
      ref={ref}
      type="file"
    />
  );
}
