import { Ellipsis } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { Button } from '@atrium/page-kit/ui';
import type { ListedBoard } from '../../model/boards.ts';
import { WorkspaceError } from '../../model/workspace-error.ts';
import { boardsText } from './boards-messages.ts';
import type { EditBoardProps } from './edit-board.tsx';
import classes from './favourite-button.module.css';

const loadEditor = () => import(/* webpackChunkName: "board-tools" */ './edit-board.tsx').then(({ EditBoard }) => EditBoard);

/** The button of a row that opens the dialog with the board's name and tint, whose code loads when the user is about to press it. */
export function BoardRowMenu({ client, board }: { readonly client: SupabaseClient; readonly board: ListedBoard }) {
  const [Editor, setEditor] = useState<ComponentType<EditBoardProps> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);

  function prepare(): void {
    // Only a head start: pressing the button loads again, and reports a failure.
    loadEditor().catch(() => undefined);
  }

  async function open(): Promise<void> {
    setBusy(true);
    try {
      const loaded = await loadEditor();
      setEditor(() => loaded);
      setOpen(true);
    } catch (error) {
      showToast({ tone: 'error', text: new WorkspaceError('unreachable', error).message });
    }
    setBusy(false);
  }

  return (
    <>
      <Button aria-expanded={isOpen} aria-haspopup="dialog" busy={busy} className={classes['star']} onClick={() => void open()} onFocus={prepare} onPointerEnter={prepare}>
        <Ellipsis aria-hidden="true" size={16} />
        <span className="atrium-visually-hidden">
          {boardsText('edit')} {board.name}
        </span>
      </Button>
      {Editor && <Editor board={board} client={client} onClose={() => setOpen(false)} open={isOpen} />}
    </>
  );
}
