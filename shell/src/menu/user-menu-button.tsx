import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { UserButton } from '../frame/user-button.tsx';
import type { UserMenuProps } from '../runtime/open-tab.ts';
import { useLoadOnPress } from './use-load-on-press.ts';

/** The button of the user menu, until the menu's code has loaded. The menu then brings its own. It takes the focus of the header's button, which it replaces. */
export function UserMenuButton({ load, ...props }: UserMenuProps & { readonly load: () => Promise<ComponentType<UserMenuProps>> }) {
  const { Part: Menu, isLoading, open, intent } = useLoadOnPress(load);
  // Before React removes that button.
  const [hadFocus] = useState(() => document.activeElement?.matches('.shell-user'));
  const openPressed = useEffectEvent(() => props.isPressed && void open());
  useEffect(() => void openPressed(), []);
  return Menu ? <Menu {...props} /> : <UserButton autoFocus={hadFocus} busy={isLoading} onClick={() => void open()} user={props.user} {...intent} />;
}
