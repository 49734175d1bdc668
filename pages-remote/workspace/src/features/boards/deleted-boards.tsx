import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { Button, Skeleton } from '@atrium/page-kit/ui';
import { listDeletedBoards, RESTORABLE_DAYS, type DeletedBoard } from '../../model/boards.ts';
import { restoreRow } from '../../model/deletions.ts';
import { WorkspaceError } from '../../model/workspace-error.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { reloadBoards } from '../../sync/use-boards.ts';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { BoardTint } from './board-tint.tsx';
import { boardsText } from './boards-messages.ts';
import classes from './board-list.module.css';

const DAY_MS = 86_400_000;

interface DeletedBoardsProps {
  readonly client: SupabaseClient;
  /** Whether the trash is shown only if there is something in it: on the first visit, it would be noise. */
  readonly hidesEmpty: boolean;
}

/** The trash: the user's deleted boards, which load when it is opened. */
export function DeletedBoards({ client, hidesEmpty }: DeletedBoardsProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery({ ...deletedQuery(client), enabled: hidesEmpty });
  if (hidesEmpty && !isOpen && !error && !data?.length) return null;
  return (
    <details className={classes['trash']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{boardsText('deletedBoards')}</summary>
      {isOpen && <DeletedList client={client} />}
    </details>
  );
}

function deletedQuery(client: SupabaseClient) {
  return queryOptions({ queryKey: queryKeys.deletedBoards, queryFn: ({ signal }) => listDeletedBoards(client, signal) });
}

function DeletedList({ client }: Pick<DeletedBoardsProps, 'client'>) {
  const { data, error, isFetching, refetch } = useQuery(deletedQuery(client));
  if (error) return <FailureAlert busy={isFetching} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={2} />;
  return (
    <>
      <p>{boardsText(data.length === 0 ? 'noneDeleted' : 'deletedAdvice', { count: RESTORABLE_DAYS })}</p>
      <ul className={classes['boards']} role="list">
        {data.map((deleted) => <DeletedRow client={client} deleted={deleted} key={deleted.board} />)}
      </ul>
    </>
  );
}

function DeletedRow({ client, deleted: { board, name, tint, deleted_at: at } }: { readonly client: SupabaseClient; readonly deleted: DeletedBoard }) {
  const queries = useQueryClient();
  const [now] = useState(() => Date.now());
  const restoring = useMutation({
    mutationFn: async () => {
      if (!(await restoreRow(client, 'board', board))) throw new WorkspaceError('notRestorable', null);
    },
    onSuccess: () => {
      showToast({ text: boardsText('restored', { name }) });
      void reloadBoards(queries);
      for (const queryKey of [queryKeys.favourites, queryKeys.onBoard(board)]) void queries.invalidateQueries({ queryKey });
    },
  });
  const days = Math.max(1, Math.ceil((Date.parse(at) - now) / DAY_MS) + RESTORABLE_DAYS);
  return (
    <li className={classes['deleted']}>
      <BoardTint tint={tint} />
      <bdi className={classes['name']}>{name}</bdi>
      <span>{boardsText('daysLeft', { count: days })}</span>
      <Button busy={restoring.isPending} className="atrium-button-small" onClick={() => restoring.mutate()}>
        {boardsText('restore')} <span className="atrium-visually-hidden">{name}</span>
      </Button>
      {restoring.error && <FailureAlert error={restoring.error} />}
    </li>
  );
}
