import { Ellipsis } from 'lucide-react';
import { Button, type ButtonProps } from '@atrium/page-kit/ui';
import { boardText } from './board-messages.ts';

/** The trigger of the menu of a board. */
export function BoardMenuButton(props: ButtonProps) {
  return (
    <Button {...props} className="atrium-button-small">
      <Ellipsis aria-hidden="true" size={18} />
      &nbsp;{boardText('more')}
    </Button>
  );
}
