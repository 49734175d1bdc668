import { Popover as Base } from '@base-ui/react/popover';
import { useId, type ReactElement, type ReactNode } from 'react';
import { useCloseOnBack } from './close-on-back.ts';
import { Direction, usePopupContainer } from './popup-environment.tsx';

/** Content beside the button that opens it. */
export interface PopoverProps {
  /** The button that opens it: a `Button` or an `IconButton`. It names the popover. */
  readonly trigger: ReactElement;
  /** Whether it is on screen. */
  readonly open: boolean;
  /** Called when the user opens it, or closes it with Escape, the button or a press outside. */
  readonly onOpenChange: (open: boolean) => void;
  /** The edge of the button that the popover is aligned with: `end` by default. */
  readonly align?: 'start' | 'end';
  /** Any controls. For actions only, a `Menu` is better: it has arrow keys. */
  readonly children: ReactNode;
}

/** A small panel beside its button, for controls that a `Menu` cannot contain. The focus moves into it, and returns when it closes. */
export function Popover({ trigger, open, onOpenChange, align = 'end', children }: PopoverProps) {
  const id = useId();
  const container = usePopupContainer();
  useCloseOnBack(open, () => onOpenChange(false));
  return (
    <Direction>
      <Base.Root onOpenChange={(next) => onOpenChange(next)} open={open}>
        <Base.Trigger id={id} render={trigger} />
        <Base.Portal container={container}>
          <Base.Backdrop className="atrium-backdrop atrium-sheet-backdrop" />
          <Base.Positioner align={align} className="atrium-popup-place" collisionPadding={8} sideOffset={6}>
            <Base.Popup aria-labelledby={id} className="atrium-menu atrium-popover">
              {children}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Direction>
  );
}
