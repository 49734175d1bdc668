import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { Direction } from './direction.tsx';
import { usePopupContainer } from './popup-container.ts';

export interface MenuProps {
  /** The button that opens it: a `Button`, or an `IconButton`. */
  readonly trigger: ReactElement;
  /** Whether it is open at first: where the press was on what stood for it until its code came. */
  readonly defaultOpen?: boolean;
  /** Each a {@link MenuItem}. */
  readonly children: ReactNode;
}

/** Things to do, behind a button: for those that are wanted rarely. What people came for has a button of its own. */
export function Menu({ trigger, defaultOpen = false, children }: MenuProps) {
  const container = usePopupContainer();
  return (
    <Direction>
      {/* The page behind it stays as it is: a press there closes the menu. */}
      <Base.Root defaultOpen={defaultOpen} modal={false}>
        <Base.Trigger render={trigger} />
        <Base.Portal container={container}>
          <Base.Positioner align="end" className="atrium-popup-place" collisionPadding={8} sideOffset={6}>
            <Base.Popup className="atrium-menu">{children}</Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Direction>
  );
}

export interface MenuItemProps {
  readonly onSelect: () => void;
  /** `danger` for what deletes. It asks first. */
  readonly tone?: 'quiet' | 'danger';
  /** Cannot be used at the moment, but can be reached, so that people know of it. */
  readonly unavailable?: boolean;
  /** A picture, for the eye only. */
  readonly icon?: ReactNode;
  /** Its name. */
  readonly children: ReactNode;
}

/** One thing to do in a {@link Menu}. */
export function MenuItem({ onSelect, tone = 'quiet', unavailable = false, icon, children }: MenuItemProps) {
  return (
    <Base.Item className={`atrium-menu-item atrium-menu-item-${tone}`} disabled={unavailable} onClick={onSelect}>
      {icon !== undefined && (
        <span aria-hidden="true" className="atrium-icon">
          {icon}
        </span>
      )}
      <span>{children}</span>
    </Base.Item>
  );
}
