import { Eye } from 'lucide-react';
import { useId } from 'react';
import { boardText } from './board-messages.ts';
import classes from './board.module.css';

/** A badge for viewers of a board. Pressing it explains what they can do, and who can change that. */
export function ViewOnly({ owner }: { readonly owner: string }) {
  const id = useId();
  return (
    <>
      <button aria-describedby={id} className={classes['viewOnly']} popoverTarget={id} title={boardText('viewOnly')} type="button">
        <Eye aria-hidden="true" size={14} /> <span>{boardText('viewOnly')}</span>
      </button>
      {/* The browser's own popover: a board that is only read loads no code for popups. */}
      <p className={classes['viewOnlyAdvice']} id={id} popover="auto">
        {boardText('viewOnlyAdvice', { owner })}
      </p>
    </>
  );
}
