import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { FileSpreadsheet, FileText, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { AlertDialog, Dialog, Menu, MenuItem } from '@atrium/page-kit/primitives';
import { showToast, useGoToPage } from '@atrium/page-kit/site';
import { Button } from '@atrium/page-kit/ui';
import { deleteBoard, renameBoard, type Board } from '../../model/boards.ts';
import { callFunction } from '../../model/call-function.ts';
import { showDeleted } from '../../model/deletions.ts';
import { asWorkspaceError } from '../../model/workspace-error.ts';
import { workspaceText } from '../../model/workspace-messages.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { NameForm } from '../boards/name-form.tsx';
import { saveFile } from '../files/save-file.ts';
import { BoardMenuButton } from './board-menu-button.tsx';
import { boardText } from './board-messages.ts';

/** See {@link BoardActions}. */
export interface BoardActionsProps {
  readonly client: SupabaseClient;
  /** Id of the signed-in user. */
  readonly person: string;
  readonly board: Board;
}

/** The open menu of a board: exports for every member, renaming and deleting for the owner. */
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
              {boardText('rename')}
            </MenuItem>
            <MenuItem icon={<Trash2 size={18} />} onSelect={() => setOpen('delete')} tone="danger">
              {boardText('delete')}
            </MenuItem>
          </>
        )}
      </Menu>
      {isOwner && (
        <>
          <RenameBoard board={board} client={client} onClose={close} open={open === 'rename'} />
          <DeleteBoard board={board} client={client} onClose={close} open={open === 'delete'} person={person} />
        </>
      )}
    </>
  );
}

type Format = 'csv' | 'markdown';

const FILES = { csv: { ending: 'csv', type: 'text/csv' }, markdown: { ending: 'md', type: 'text/markdown' } } as const satisfies Record<Format, object>;

/** Saves all notes of a board as a file that a server function writes. Toasts show the result, because the menu is closed by then. */
function useBoardExport(client: SupabaseClient, board: Board): UseMutationResult<void, Error, Format> {
  return useMutation({
    mutationFn: async (format: Format) => {
      const content = await callFunction(client, 'workspace-export', { board: board.id, format });
      const { ending, type } = FILES[format];
      saveFile(new Blob([content instanceof Blob ? content : String(content)], { type }), `${board.name}.${ending}`);
    },
    onSuccess: () => void showToast({ text: boardText('exported', { name: board.name }) }),
    onError: (error) => void showToast({ tone: 'error', text: asWorkspaceError(error).message }),
  });
}

interface BoardDialogProps {
  readonly client: SupabaseClient;
  readonly board: Board;
  readonly open: boolean;
  readonly onClose: () => void;
}

function RenameBoard({ client, board, open, onClose }: BoardDialogProps) {
  const queries = useQueryClient();
  return (
    <Dialog onClose={onClose} open={open} title={boardText('rename')}>
      <NameForm
        actions={<Button onClick={onClose}>{workspaceText('cancel')}</Button>}
        name={board.name}
        onSubmit={async (name) => {
          await renameBoard(client, board.id, name);
          queries.setQueryData<Board | null>(queryKeys.board(board.id), (now) => now && { ...now, name });
          void queries.invalidateQueries({ queryKey: queryKeys.boards });
          showToast({ text: boardText('renamed', { name }) });
          onClose();
        }}
        primary
        submit={boardText('saveName')}
      />
    </Dialog>
  );
}

function DeleteBoard({ client, person, board, open, onClose }: BoardDialogProps & { readonly person: string }) {
  const queries = useQueryClient();
  const goToPage = useGoToPage();
  const { name } = board;
  const deletion = useMutation({
    mutationFn: () => deleteBoard(client, person, board.id),
    onSuccess: () => {
      showDeleted({
        client,
        kind: 'board',
        id: board.id,
        texts: { deleted: boardText('deleted', { name }), refused: boardText('restoreRefused', { name }) },
        onRestored: () => {
          showToast({ text: boardText('restored', { name }) });
          void queries.invalidateQueries({ queryKey: queryKeys.boards });
          void queries.invalidateQueries({ queryKey: queryKeys.onBoard(board.id) });
        },
      });
      void queries.invalidateQueries({ queryKey: queryKeys.boards });
      goToPage({ page: 'workspace.boards' });
    },
  });
  return (
    <AlertDialog
      busy={deletion.isPending}
      cancel={boardText('keep')}
      confirm={boardText('confirmDelete')}
      description={boardText('deleteAdvice')}
      failure={deletion.error && asWorkspaceError(deletion.error).message}
      onCancel={() => {
        deletion.reset();
        onClose();
      }}
      onConfirm={() => deletion.mutate()}
      open={open}
      title={boardText('askDelete', { name })}
    />
  );
}
