import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { Direction, usePopupContainer } from './popup-environment.tsx';

export interface MenuProps {
  /** The button that opens it: a `Button` or an `IconButton`. */
  readonly trigger: ReactElement;
  /** Whether it is open initially: the user pressed its placeholder while its code was loading. */
  readonly defaultOpen?: boolean;
  /** {@link MenuItem} elements. */
  readonly children: ReactNode;
}

/** A menu of rarely used actions behind a button. Common actions should have their own buttons. */
export function Menu({ trigger, defaultOpen = false, children }: MenuProps) {
  const container = usePopupContainer();
  return (
    <Direction>
      {/* Not modal: a press on the page closes the menu. */}
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
  /** `danger` for actions that delete; they should ask first. */
  readonly tone?: 'quiet' | 'danger';
  /** The action cannot be used now, but stays in the menu so that users know about it. */
  readonly unavailable?: boolean;
  /** A decorative icon. */
  readonly icon?: ReactNode;
  /** Its label. */
  readonly children: ReactNode;
}

/** An action in a {@link Menu}. */
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
