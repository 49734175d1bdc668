import { Ellipsis } from 'lucide-react';
import { Button, type ButtonProps } from '@atrium/page-kit/ui';
import { boardText } from './board-messages.ts';
import classes from './board.module.css';

/** The button for the further actions of a board, with an icon only. */
export function BoardButton(props: ButtonProps) {
  return (
    <Button {...props} aria-label={boardText('more')} className={`atrium-button-small ${classes['more']}`} title={boardText('more')}>
      <Ellipsis aria-hidden="true" size={18} />
    </Button>
  );
}
