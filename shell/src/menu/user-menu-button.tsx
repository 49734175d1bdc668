import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { UserButton } from '../frame/user-button.tsx';
import type { UserMenuProps } from '../runtime/open-tab.ts';
import { useMenuPart } from './use-menu-part.ts';

/** The button of the user menu, until the menu's code has loaded. The menu then brings its own. It takes the focus of the header's button, which it replaces. */
export function UserMenuButton({ load, ...props }: UserMenuProps & { readonly load: () => Promise<ComponentType<UserMenuProps>> }) {
  const { Part: Menu, busy, button } = useMenuPart(load);
  // Before React removes that button.
  const [hadFocus] = useState(() => document.activeElement?.matches('.shell-user'));
  const openPressed = useEffectEvent(() => props.isPressed && button.onClick());
  useEffect(() => void openPressed(), []);
  return Menu ? <Menu {...props} /> : <UserButton autoFocus={hadFocus} busy={busy} user={props.user} {...button} />;
}
