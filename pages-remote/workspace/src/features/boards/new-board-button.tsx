import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '@atrium/page-kit/ui';
import type { AddedBoard } from '../../model/boards.ts';
import { useLazyPart } from '../loading/use-lazy-part.ts';
import classes from './boards-page.module.css';
import { boardsText } from './boards-messages.ts';

/** The fragment with which the command "New board" opens the page. */
export const NEW_BOARD_HASH = '#new-board';

const loadDialog = () => import(/* webpackChunkName: "board-tools" */ './board-dialogs.tsx').then(({ NewBoard }) => NewBoard);

export interface NewBoardProps {
  /** Creates the board. */
  readonly onSubmit: (board: AddedBoard) => Promise<void>;
  /** `quiet` beside an invitation, whose answer is the main action then. */
  readonly tone: 'primary' | 'quiet';
}

/** Returns a function that removes {@link NEW_BOARD_HASH} from the address. Otherwise "back" would open the dialog again. */
export function useForgetNewBoard(): () => void {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  return () => {
    if (hash === NEW_BOARD_HASH) void navigate(pathname + search, { replace: true });
  };
}

/** The button beside the heading. It opens the dialog for a new board, as the command "New board" does. */
export function NewBoardButton({ onSubmit, tone }: NewBoardProps) {
  const { Part: Dialog, busy, button } = useLazyPart(loadDialog);
  const { hash, key } = useLocation();
  const forgetCommand = useForgetNewBoard();
  // The visit in which the user opened or closed the dialog. Choosing the command again is another visit.
  const [choice, setChoice] = useState<{ readonly visit: string; readonly open: boolean } | null>(null);
  const isOpen = choice?.visit === key ? choice.open : hash === NEW_BOARD_HASH;
  const setOpen = (open: boolean) => setChoice({ visit: key, open });
  const close = () => {
    setOpen(false);
    forgetCommand();
  };
  const load = useEffectEvent(button.onClick);
  useEffect(() => {
    if (hash === NEW_BOARD_HASH) load();
    // The key changes when the user chooses the command again.
  }, [hash, key]);
  return (
    <div className={classes['new']}>
      <Button
        {...button}
        aria-haspopup="dialog"
        busy={busy}
        onClick={() => {
          button.onClick();
          setOpen(true);
        }}
        tone={tone}
      >
        <Plus aria-hidden="true" size={16} /> <span>{boardsText('newBoard')}</span>
      </Button>
      {Dialog && <Dialog onClose={close} onSubmit={onSubmit} open={isOpen} />}
    </div>
  );
}
