import { FileSpreadsheet, FileText, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { Menu, MenuItem } from '@atrium/page-kit/primitives';
import type { Board } from '../boards/board.ts';
import { boardsText } from '../boards/boards-messages.ts';
import { DeleteBoard } from '../boards/delete-board.tsx';
import { RenameBoard } from '../boards/rename-board.tsx';
import { BoardMenuButton } from './board-menu-button.tsx';
import { boardText } from './board-messages.ts';
import { useBoardExport } from './use-board-export.ts';

export interface BoardActionsProps {
  readonly client: SupabaseClient;
  /** Id of who looks at it. */
  readonly person: string;
  readonly board: Board;
}

/** What can be done with all of a board: a file of it for everybody; for its owner another name, and its end. */
export function BoardActions({ client, person, board }: BoardActionsProps) {
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const { isPending, mutate } = useBoardExport(client, board);
  const isOwner = board.owner === person;
  const close = () => setOpen(null);
  return (
    <>
      <Menu defaultOpen trigger={<BoardMenuButton busy={isPending} />}>
        <MenuItem icon={<FileSpreadsheet size={18} />} onSelect={() => mutate('csv')} unavailable={isPending}>
          {boardText('csv')}
        </MenuItem>
        <MenuItem icon={<FileText size={18} />} onSelect={() => mutate('markdown')} unavailable={isPending}>
          {boardText('markdown')}
        </MenuItem>
        {isOwner && (
          <>
            <MenuItem icon={<Pencil size={18} />} onSelect={() => setOpen('rename')}>
              {boardsText('rename')}
            </MenuItem>
            <MenuItem icon={<Trash2 size={18} />} onSelect={() => setOpen('delete')} tone="danger">
              {boardsText('delete')}
            </MenuItem>
          </>
        )}
      </Menu>
      {isOwner && (
        <>
          <RenameBoard board={board} client={client} onEnd={close} open={open === 'rename'} />
          <DeleteBoard board={board} client={client} onKeep={close} open={open === 'delete'} person={person} />
        </>
      )}
    </>
  );
}
