import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { Direction } from './direction.tsx';
import { usePopupContainer } from './popup-container.ts';

export interface TooltipProps {
  /** What the button does, in a word or two. It says nothing that its accessible name does not: touch screens show none. */
  readonly text: string;
  /** The button, which has an accessible name of its own. */
  readonly children: ReactElement;
}

/** The name of a button that shows a picture only, for those who point at it or come to it by keyboard. Escape takes it away. */
export function Tooltip({ text, children }: TooltipProps) {
  const container = usePopupContainer();
  return (
    <Direction>
      <Base.Root>
        <Base.Trigger render={children} />
        <Base.Portal container={container}>
          <Base.Positioner className="atrium-popup-place" collisionPadding={8} sideOffset={6}>
            <Base.Popup className="atrium-tooltip" role="tooltip">
              {text}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Direction>
  );
}
