import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { FileSpreadsheet, FileText, Pencil, Star, StarOff, Trash2, UserPlus, Users } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { AlertDialog, Popover } from '@atrium/page-kit/primitives';
import { saveFile, showToast, Slot, useGoToPage } from '@atrium/page-kit/site';
import { Button, type ButtonProps } from '@atrium/page-kit/ui';
import { deleteBoard, RESTORABLE_DAYS, type Board } from '../../model/boards.ts';
import { callFunction } from '../../model/call-function.ts';
import { showDeleted } from '../../model/deletions.ts';
import { asWorkspaceError } from '../../model/workspace-error.ts';
import { workspaceText } from '../../model/workspace-messages.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { reloadBoards } from '../../sync/use-boards.ts';
import { EditBoard, type EditBoardProps } from '../boards/board-dialogs.tsx';
import { BoardButton } from './board-button.tsx';
import { boardText } from './board-messages.ts';
import classes from './board.module.css';

/** See {@link BoardActions}. */
export interface BoardActionsProps {
  readonly client: SupabaseClient;
  /** Id of the signed-in user. */
  readonly person: string;
  readonly board: Board;
  readonly isFavourite: boolean;
  /** Stars the board, or removes its star. */
  readonly onToggleFavourite: () => void;
  /** Opens the people of the board. Narrow windows have no other button for it. */
  readonly onShare: () => void;
}

/** The open panel with the actions of a board: sharing on phones, editing for its owner, the star, those of other modules, exports for every member, and last deleting. */
export function BoardActions({ client, person, board, isFavourite, onToggleFavourite, onShare }: BoardActionsProps) {
  const [isOpen, setOpen] = useState(true);
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const { isPending, mutate } = useBoardExport(client, board);
  const isOwner = board.owner === person;
  const close = () => setDialog(null);
  const entry = (icon: ReactNode, label: string, onSelect: () => void, options: Pick<ButtonProps, 'tone' | 'unavailable'> = {}) => (
    <Button
      onClick={() => {
        setOpen(false);
        onSelect();
      }}
      {...options}
    >
      {icon} {label}
    </Button>
  );
  return (
    <>
      <Popover onOpenChange={setOpen} open={isOpen} trigger={<BoardButton busy={isPending} />}>
        <div className={classes['narrow']}>
          {isOwner ? entry(<UserPlus aria-hidden="true" size={16} />, boardText('share'), onShare) : entry(<Users aria-hidden="true" size={16} />, boardText('members'), onShare)}
        </div>
        {isOwner && entry(<Pencil aria-hidden="true" size={16} />, boardText('edit'), () => setDialog('edit'))}
        {isFavourite
          ? entry(<StarOff aria-hidden="true" size={16} />, boardText('unstar'), onToggleFavourite)
          : entry(<Star aria-hidden="true" size={16} />, boardText('star'), onToggleFavourite)}
        <div className={classes['actions']}>
          <Slot board={board.id} canEdit={isOwner} name="workspace.actions" title={board.name} />
        </div>
        {entry(<FileSpreadsheet aria-hidden="true" size={16} />, boardText('csv'), () => mutate('csv'), { unavailable: isPending })}
        {entry(<FileText aria-hidden="true" size={16} />, boardText('markdown'), () => mutate('markdown'), { unavailable: isPending })}
        {isOwner && <hr className={classes['separator']} />}
        {isOwner && entry(<Trash2 aria-hidden="true" size={16} />, boardText('delete'), () => setDialog('delete'), { tone: 'danger' })}
      </Popover>
      {isOwner && (
        <>
          <EditBoard board={board} client={client} onClose={close} open={dialog === 'edit'} />
          <DeleteBoard board={board} client={client} onClose={close} open={dialog === 'delete'} person={person} />
        </>
      )}
    </>
  );
}

type Format = 'csv' | 'markdown';

const FILES = {
  // Without the byte order mark, Excel does not read CSV as UTF-8. The Supabase client removes it from responses.
  csv: { ending: 'csv', type: 'text/csv', beginning: '\ufeff' },
  markdown: { ending: 'md', type: 'text/markdown', beginning: '' },
} as const satisfies Record<Format, object>;

/** Saves all notes of a board as a file that a server function writes. Toasts show the result, because the menu is closed by then. */
function useBoardExport(client: SupabaseClient, board: Board): UseMutationResult<void, Error, Format> {
  return useMutation({
    mutationFn: async (format: Format) => {
      const content = await callFunction(client, 'workspace-export', { board: board.id, format });
      const { ending, type, beginning } = FILES[format];
      saveFile(new Blob([beginning, content instanceof Blob ? content : String(content)], { type }), `${board.name}.${ending}`);
    },
    onSuccess: () => void showToast({ text: boardText('exported', { name: board.name }) }),
    onError: (error) => void showToast({ tone: 'error', text: asWorkspaceError(error).message }),
  });
}

function DeleteBoard({ client, person, board, open, onClose }: EditBoardProps & { readonly person: string }) {
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
          void reloadBoards(queries);
          // A star on a deleted board returns with it.
          for (const queryKey of [queryKeys.favourites, queryKeys.onBoard(board.id)]) void queries.invalidateQueries({ queryKey });
        },
      });
      void queries.invalidateQueries({ queryKey: queryKeys.boards });
      goToPage({ page: 'workspace.boards' });
    },
  });
  return (
    <AlertDialog
      busy={deletion.isPending}
      cancel={workspaceText('cancel')}
      confirm={boardText('confirmDelete')}
      description={boardText('deleteAdvice', { count: RESTORABLE_DAYS })}
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
