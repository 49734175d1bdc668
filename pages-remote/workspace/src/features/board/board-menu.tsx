import { useState, type ComponentType } from 'react';
import { showToast } from '@atrium/page-kit/site';
import { WorkspaceError } from '../../model/workspace-error.ts';
import type { BoardActionsProps } from './board-actions.tsx';
import { BoardMenuButton } from './board-menu-button.tsx';

const loadActions = () => import(/* webpackChunkName: "board-tools" */ './board-actions.tsx').then(({ BoardActions }) => BoardActions);

/** The button that opens the menu of a board. The menu's code loads when the user is about to press the button. */
export function BoardMenu(props: BoardActionsProps) {
  const [Actions, setActions] = useState<ComponentType<BoardActionsProps> | null>(null);
  const [busy, setBusy] = useState(false);

  function prepare(): void {
    // Only a head start: pressing the button loads again, and reports a failure.
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
