import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { Dialog } from '@atrium/page-kit/primitives';
import { showToast } from '@atrium/page-kit/site';
import { Button } from '@atrium/page-kit/ui';
import { changeBoard, rarestTint, type AddedBoard, type Board, type ListedBoard, type Tint } from '../../model/boards.ts';
import { asWorkspaceError } from '../../model/workspace-error.ts';
import { workspaceText } from '../../model/workspace-messages.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { TintChoice } from './board-tint.tsx';
import { boardsText } from './boards-messages.ts';
import { NameForm } from './name-form.tsx';

/** See {@link NewBoard}. */
interface NewBoardProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Creates the board. */
  readonly onSubmit: (board: AddedBoard) => Promise<void>;
}

/** The dialog with the name and the tint of a new board. */
export function NewBoard({ open, onClose, onSubmit }: NewBoardProps) {
  const queries = useQueryClient();
  const [id] = useState(() => crypto.randomUUID());
  const [tint, setTint] = useState(() => rarestTint(queries.getQueryData<readonly ListedBoard[]>(queryKeys.boards) ?? []));
  return (
    <Dialog onClose={onClose} open={open} title={boardsText('newBoard')}>
      <NameForm
        actions={<Button onClick={onClose}>{workspaceText('cancel')}</Button>}
        name=""
        onSubmit={(name) => onSubmit({ id, name, tint })}
        submit={boardsText('create')}
        tone="primary"
      >
        <TintChoice onChoose={setTint} tint={tint} />
      </NameForm>
    </Dialog>
  );
}

/** See {@link EditBoard}. */
export interface EditBoardProps {
  readonly client: SupabaseClient;
  readonly board: Board;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The dialog with the name and the tint of a board. A tint is stored as soon as it is chosen. */
export function EditBoard({ client, board, open, onClose }: EditBoardProps) {
  const { mutateAsync: change } = useBoardChange(client, board.id);
  return (
    <Dialog onClose={onClose} open={open} title={boardsText('editHeading')}>
      <NameForm
        actions={<Button onClick={onClose}>{workspaceText('cancel')}</Button>}
        name={board.name}
        onSubmit={async (name) => {
          await change({ name });
          onClose();
        }}
        submit={boardsText('save')}
        tone="primary"
      >
        <TintChoice
          onChoose={(tint) => {
            change({ tint }).catch((error: unknown) => showToast({ tone: 'error', text: asWorkspaceError(error).message }));
          }}
          tint={board.tint}
        />
      </NameForm>
    </Dialog>
  );
}

/** Changes a board here immediately, and in the database. */
function useBoardChange(client: SupabaseClient, id: string) {
  const queries = useQueryClient();
  return useMutation({
    // One after the other, so that the last choice counts.
    scope: { id: `board ${id}` },
    mutationFn: (change: { readonly name?: string; readonly tint?: Tint }) => changeBoard(client, id, change),
    onMutate: (change) => {
      const before = { board: queries.getQueryData(queryKeys.board(id)), boards: queries.getQueryData(queryKeys.boards) };
      queries.setQueryData<Board | null>(queryKeys.board(id), (now) => now && { ...now, ...change });
      queries.setQueryData<readonly ListedBoard[]>(queryKeys.boards, (now) => now?.map((board) => (board.id === id ? { ...board, ...change } : board)));
      return before;
    },
    onError: (_error, _change, before) => {
      queries.setQueryData(queryKeys.board(id), before?.board);
      queries.setQueryData(queryKeys.boards, before?.boards);
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: queryKeys.board(id) });
      void queries.invalidateQueries({ queryKey: queryKeys.boards });
    },
  });
}
