import { useQueryClient } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { Dialog } from '@atrium/page-kit/primitives';
import { showToast } from '@atrium/page-kit/site';
import { Button } from '@atrium/page-kit/ui';
import { queryKeys } from '../data/query-keys.ts';
import type { Board } from './board.ts';
import { boardsText } from './boards-messages.ts';
import { renameBoard } from './boards-table.ts';
import { NameForm } from './name-form.tsx';

interface RenameBoardProps {
  readonly client: SupabaseClient;
  readonly board: Board;
  readonly open: boolean;
  readonly onEnd: () => void;
}

/** Gives a board another name. */
export function RenameBoard({ client, board, open, onEnd }: RenameBoardProps) {
  const queries = useQueryClient();
  return (
    <Dialog onClose={onEnd} open={open} title={boardsText('rename')}>
      <NameForm
        actions={<Button onClick={onEnd}>{boardsText('cancel')}</Button>}
        name={board.name}
        onSubmit={async (name) => {
          await renameBoard(client, board.id, name);
          queries.setQueryData<Board | null>(queryKeys.board(board.id), (now) => now && { ...now, name });
          void queries.invalidateQueries({ queryKey: queryKeys.boards });
          showToast({ text: boardsText('renamed', { name }) });
          onEnd();
        }}
        primary
        submit={boardsText('saveName')}
      />
    </Dialog>
  );
}
