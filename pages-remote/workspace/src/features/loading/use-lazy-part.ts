import type { ComponentType } from 'react';
import { useLoadOnPress, type PartOnPress } from '@atrium/page-kit/load-on-press';
import { showToast } from '@atrium/page-kit/site';
import { WorkspaceError } from '../../model/workspace-error.ts';

/**
 * Loads the component that a button opens. A toast reports a failure.
 * @param load pass the same function on every render
 */
export function useLazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): PartOnPress<Props> {
  return useLoadOnPress(load, (error) => showToast({ tone: 'error', text: new WorkspaceError('unreachable', error).message }));
}
