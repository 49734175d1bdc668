import { useState } from 'react';
import { checkPicture, type FileFault, type Picture } from './picture-file.ts';

/** The file that a person chose, before it is saved. */
export interface ChosenPicture {
  /** Null where none is chosen, or where it will not do. */
  readonly picture: Picture | null;
  readonly fault: FileFault | null;
  /** Size of the file, in bytes. */
  readonly size: number;
}

interface Choosing extends ChosenPicture {
  readonly choose: (file: File | undefined) => Promise<void>;
  /** Takes in that the browser cannot show it. */
  readonly noteBroken: () => void;
}

const NONE: ChosenPicture = { picture: null, fault: null, size: 0 };

/** Looks at a file as soon as it is chosen. */
export function useChosenPicture(): Choosing {
  const [chosen, setChosen] = useState(NONE);
  return {
    ...chosen,
    async choose(file) {
      if (!file) {
        setChosen(NONE);
        return;
      }
      const found = await checkPicture(file);
      setChosen(typeof found === 'string' ? { picture: null, fault: found, size: file.size } : { picture: found, fault: null, size: file.size });
    },
    noteBroken() {
      setChosen({ ...NONE, fault: 'broken' });
    },
  };
}
