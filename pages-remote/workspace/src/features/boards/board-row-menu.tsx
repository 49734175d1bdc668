import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { Button } from '@atrium/page-kit/ui';
import type { ListedBoard } from '../../model/boards.ts';
import { useLazyPart } from '../loading/use-lazy-part.ts';
import { boardsText } from './boards-messages.ts';
import classes from './favourite-button.module.css';

const loadEditor = () => import(/* webpackChunkName: "board-tools" */ './board-dialogs.tsx').then(({ EditBoard }) => EditBoard);

/** The button of a row that opens the dialog with the board's name and tint. */
export function BoardRowMenu({ client, board }: { readonly client: SupabaseClient; readonly board: ListedBoard }) {
  const { Part: Editor, busy, button } = useLazyPart(loadEditor);
  const [isOpen, setOpen] = useState(false);

  function open(): void {
    button.onClick();
    setOpen(true);
  }

  return (
    <>
      <Button {...button} aria-expanded={isOpen && Editor !== null} aria-haspopup="dialog" busy={busy} className={classes['star']} onClick={open}>
        <Ellipsis aria-hidden="true" size={16} />
        <span className="atrium-visually-hidden">
          {boardsText('edit')} {board.name}
        </span>
      </Button>
      {Editor && <Editor board={board} client={client} onClose={() => setOpen(false)} open={isOpen} />}
    </>
  );
}
