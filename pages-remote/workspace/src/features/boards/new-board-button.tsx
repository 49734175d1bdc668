import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Dialog } from '@atrium/page-kit/primitives';
import { Button } from '@atrium/page-kit/ui';
import { workspaceText } from '../../model/workspace-messages.ts';
import classes from './boards-page.module.css';
import { boardsText } from './boards-messages.ts';
import { NameForm } from './name-form.tsx';

/** The fragment with which the command "New board" opens the page. */
export const NEW_BOARD_HASH = '#new-board';

export interface NewBoardProps {
  /** Creates a board with this id and name. */
  readonly onSubmit: (id: string, name: string) => Promise<void>;
  /** `quiet` beside an invitation, whose answer is the main action then. */
  readonly tone: 'primary' | 'quiet';
}

/** The button beside the heading, and the dialog that asks for the name of the new board. */
export function NewBoardButton({ onSubmit, tone }: NewBoardProps) {
  const [id] = useState(() => crypto.randomUUID());
  const { hash, key } = useLocation();
  // The key of the visit in which the user opened or closed the dialog. The command makes another visit.
  const [choice, setChoice] = useState<{ readonly key: string; readonly open: boolean } | null>(null);
  const isOpen = choice?.key === key ? choice.open : hash === NEW_BOARD_HASH;
  const setOpen = (open: boolean) => setChoice({ key, open });
  return (
    <div className={classes['new']}>
      <Button onClick={() => setOpen(true)} tone={tone}>
        <Plus aria-hidden="true" size={16} /> {boardsText('newBoard')}
      </Button>
      <Dialog onClose={() => setOpen(false)} open={isOpen} title={boardsText('newBoard')}>
        <NameForm
          actions={<Button onClick={() => setOpen(false)}>{workspaceText('cancel')}</Button>}
          name=""
          onSubmit={(name) => onSubmit(id, name)}
          submit={boardsText('create')}
          tone="primary"
        />
      </Dialog>
    </div>
  );
}
