import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'children' | 'className'> {
  /** What it does: its accessible name. */
  readonly label: string;
  /** Shown to those who point at it, where the name says more than they need. */
  readonly tip?: string;
  /** The picture, for the eye only. */
  readonly icon: ReactNode;
}

/** A button that shows a picture only, with a tooltip. For what is known by its picture; a word is better wherever there is room. */
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
