import { Plus } from 'lucide-react';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { Button } from '@atrium/page-kit/ui';
import { useLazyPart } from '../loading/use-lazy-part.ts';
import { offerCommand } from '../notes/note-commands.ts';
import { notesText } from '../notes/notes-messages.ts';
import type { ComposeSheetProps } from './compose-sheet.tsx';
import classes from './compose.module.css';

/** Windows that have a button instead of the line for a new note. */
const PHONES = '(max-width: 40rem)';

/** Whether the window is as narrow as a phone's. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(onWindowChange, () => matchMedia(PHONES).matches);
}

function onWindowChange(listener: () => void): () => void {
  const phones = matchMedia(PHONES);
  phones.addEventListener('change', listener);
  return () => phones.removeEventListener('change', listener);
}

const loadSheet = () => import(/* webpackChunkName: "board-tools" */ './compose-sheet.tsx').then(({ ComposeSheet }) => ComposeSheet);

interface ComposeProps extends ComposeSheetProps {
  /** Shown beside the button. */
  readonly notice: ReactNode;
}

/** A floating button, which opens the form for a new note in a sheet. */
export function Compose({ notice, ...props }: ComposeProps) {
  const { Part: Sheet, busy, button } = useLazyPart(loadSheet);

  function compose(): void {
    button.onClick();
    props.onOpenChange(true);
  }

  useEffect(() => offerCommand('newNote', compose));
  return (
    <>
      {/* The shell shows toasts above it. */}
      <div className={classes['floating']} data-floating>
        {notice}
        <Button {...button} aria-haspopup="dialog" aria-label={notesText('add')} busy={busy} className={classes['button']} onClick={compose} tone="primary">
          <Plus aria-hidden="true" size={22} />
        </Button>
      </div>
      {Sheet && <Sheet {...props} />}
    </>
  );
}
