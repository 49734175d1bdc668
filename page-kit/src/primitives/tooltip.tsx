import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react';
import { Direction, usePopupContainer } from './popup-environment.tsx';

/** A text that appears when the user points at a control or focuses it. */
export interface TooltipProps {
  /** What the button does, in a word or two. It must not add to the accessible name: touch screens show no tooltips. */
  readonly text: string;
  /** The button, which has its own accessible name. */
  readonly children: ReactElement;
}

/** The name of a button without text. It appears when the user points at the button or focuses it; Escape hides it. */
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

/** A button with an icon, whose label is its accessible name and its tooltip. */
export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'children' | 'className'> {
  /** What it does: its accessible name. */
  readonly label: string;
  /** Shorter text for the tooltip. */
  readonly tip?: string;
  /** A decorative icon. */
  readonly icon: ReactNode;
}

/** A button with an icon only, and a tooltip. Use it for well-known icons; if there is room, a word is better. */
export function IconButton({ label, tip = label, icon, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={tip}>
      <button type="button" {...rest} aria-label={label} className="atrium-icon-button">
        <span aria-hidden="true" className="atrium-icon">
          {icon}
        </span>
      </button>
    </Tooltip>
  );
}
