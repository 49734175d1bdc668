import { useLoadOnPress, type PartOnPress } from '@atrium/page-kit/load-on-press';
import { showToast } from '@atrium/page-kit/site';
import type { ComponentType } from 'react';
import { frameText } from '../frame/messages.ts';

/** Loads a menu or a panel when its button is pressed. If that fails, a toast says so. */
export function useMenuPart<Props extends object>(load: () => Promise<ComponentType<Props>>): PartOnPress<Props> {
  return useLoadOnPress(load, (error) => {
    reportError(error);
    showToast({ tone: 'error', text: frameText('menu.failed') });
  });
}
