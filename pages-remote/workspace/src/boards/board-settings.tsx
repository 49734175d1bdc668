import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { showToast, useGoToPage } from '@atrium/page-kit/site';
import { Alert, Button } from '@atrium/page-kit/ui';
import { queryKeys } from '../data/query-keys.ts';
import { asWorkspaceError } from '../data/workspace-error.ts';
import type { Board } from './board.ts';
import { boardsText } from './boards-messages.ts';
import { deleteBoard, renameBoard } from './boards-table.ts';
import { NameForm } from './name-form.tsx';

interface BoardSettingsProps {
  readonly client: SupabaseClient;
  readonly person: string;
  readonly board: Board;
}

/** What the owner of a board can do with all of it: give it another name, and delete it. */
export function BoardSettings({ client, person, board }: BoardSettingsProps) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <NameForm
        key={board.name}
        name={board.name}
        onSubmit={async (name) => {
          await renameBoard(client, board.id, name);
          queries.setQueryData<Board | null>(queryKeys.board(board.id), (now) => now && { ...now, name });
          void queries.invalidateQueries({ queryKey: queryKeys.boards });
          showToast({ text: boardsText('renamed', { name }) });
        }}
        submit={boardsText('saveName')}
      />
      {asking ? (
        <DeleteQuestion board={board} client={client} person={person} onKeep={() => setAsking(false)} />
      ) : (
        <div>
          <Button onClick={() => setAsking(true)} tone="danger">
            {boardsText('delete')}
          </Button>
        </div>
      )}
    </>
  );
}

function DeleteQuestion({ client, person, board, onKeep }: BoardSettingsProps & { readonly onKeep: () => void }) {
  const queries = useQueryClient();
  const goToPage = useGoToPage();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The harmless answer, for people whose second press comes too soon.
    keep.current?.focus();
  }, []);
  const deletion = useMutation({
    mutationFn: () => deleteBoard(client, person, board.id),
    onSuccess: () => {
      showToast({ tone: 'notice', text: boardsText('deleted', { name: board.name }) });
      void queries.invalidateQueries({ queryKey: queryKeys.boards });
      goToPage({ page: 'workspace.boards' });
    },
  });
  return (
    <>
      <p role="status">{boardsText('askDelete', { name: board.name })}</p>
      {deletion.error && (
        <Alert>
          <p>{asWorkspaceError(deletion.error).message}</p>
        </Alert>
      )}
      <div className="atrium-row">
        <Button busy={deletion.isPending} onClick={() => deletion.mutate()} tone="danger">
          {boardsText('confirmDelete')}
        </Button>
        <Button onClick={onKeep} ref={keep} unavailable={deletion.isPending}>
          {boardsText('keep')}
        </Button>
      </div>
    </>
  );
}
