import { Star } from 'lucide-react';
import { Button } from '@atrium/page-kit/ui';
import { boardsText } from './boards-messages.ts';
import classes from './favourite-button.module.css';

interface FavouriteButtonProps {
  /** Name of the board. */
  readonly name: string;
  readonly isFavourite: boolean;
  readonly onToggle: () => void;
}

/** Stars a board, or removes its star. */
export function FavouriteButton({ name, isFavourite, onToggle }: FavouriteButtonProps) {
  return (
    <Button aria-pressed={isFavourite} className={classes['star']} onClick={onToggle} title={boardsText('favourite')}>
      <Star aria-hidden="true" size={16} />
      <span className="atrium-visually-hidden">
        {boardsText('favourite')} {name}
      </span>
    </Button>
  );
}
