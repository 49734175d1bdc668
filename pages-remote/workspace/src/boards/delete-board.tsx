import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { AlertDialog } from '@atrium/page-kit/primitives';
import { showToast, useGoToPage } from '@atrium/page-kit/site';
import { showDeleted } from '../data/deletions.ts';
import { queryKeys } from '../data/query-keys.ts';
import { asWorkspaceError } from '../data/workspace-error.ts';
import type { Board } from './board.ts';
import { boardsText } from './boards-messages.ts';
import { deleteBoard } from './boards-table.ts';

interface DeleteBoardProps {
  readonly client: SupabaseClient;
  readonly person: string;
  readonly board: Board;
  readonly open: boolean;
  readonly onKeep: () => void;
}

/** Asks whether a board is to go, and deletes it. */
export function DeleteBoard({ client, person, board, open, onKeep }: DeleteBoardProps) {
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
        texts: { deleted: boardsText('deleted', { name }), refused: boardsText('restoreRefused', { name }) },
        onRestored: () => {
          showToast({ text: boardsText('restored', { name }) });
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
      cancel={boardsText('keep')}
      confirm={boardsText('confirmDelete')}
      description={boardsText('deleteAdvice')}
      failure={deletion.error && asWorkspaceError(deletion.error).message}
      onCancel={() => {
        deletion.reset();
        onKeep();
      }}
      onConfirm={() => deletion.mutate()}
      open={open}
      title={boardsText('askDelete', { name })}
    />
  );
}
