import { useState, type ComponentType } from 'react';
import { showToast } from '@atrium/page-kit/site';
import { WorkspaceError } from '../data/workspace-error.ts';
import type { BoardActionsProps } from './board-actions.tsx';
import { BoardMenuButton } from './board-menu-button.tsx';

const loadActions = () => import(/* webpackChunkName: "board-tools" */ './board-actions.tsx').then(({ BoardActions }) => BoardActions);

/** Stands for the menu of a board until it is pressed. The menu's code comes when somebody is about to. */
export function BoardMenu(props: BoardActionsProps) {
  const [Actions, setActions] = useState<ComponentType<BoardActionsProps> | null>(null);
  const [busy, setBusy] = useState(false);

  function prepare(): void {
    // Only a head start: the press asks again, and tells of its own failure.
    loadActions().catch(() => undefined);
  }

  async function open(): Promise<void> {
    setBusy(true);
    try {
      const loaded = await loadActions();
      setActions(() => loaded);
    } catch (error) {
      showToast({ tone: 'error', text: new WorkspaceError('unreachable', error).message });
    }
    setBusy(false);
  }

  if (Actions) return <Actions {...props} />;
  return <BoardMenuButton aria-haspopup="menu" busy={busy} onClick={() => void open()} onFocus={prepare} onPointerEnter={prepare} />;
}
