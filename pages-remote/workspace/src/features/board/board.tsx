import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { Alert } from '@atrium/page-kit/ui';
import type { Board as BoardRow } from '../../model/boards.ts';
import { listMembers } from '../../model/members.ts';
import { workspaceText } from '../../model/workspace-messages.ts';
import { useLiveBoard } from '../../sync/live-board.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { useNotesList } from '../../sync/use-notes-list.ts';
import { notesText } from '../notes/notes-messages.ts';
import { useNotesView } from '../notes/notes-toolbar.tsx';
import { BoardHeader } from './board-header.tsx';
import { boardText } from './board-messages.ts';
import { BoardNotes } from './board-notes.tsx';

interface BoardProps {
  readonly client: SupabaseClient;
  /** Id of the signed-in user. */
  readonly person: string;
  readonly board: BoardRow;
}

/** A board that stays up to date: its header and its notes. */
export function Board({ client, person, board }: BoardProps) {
  const queries = useQueryClient();
  const [view, changeView] = useNotesView();
  const notes = useNotesList({ client, board: board.id, person, view });
  const isShared = board.workspace_members.length > 1;
  const nameOf = useNames(client, board.id, isShared);
  const { connection, present } = useLiveBoard(client, { board: board.id, channel: board.workspace_channels.channel, person }, {
    onNotes: (ids) => refresh(ids),
    onBoard: () => {
      const { board: itself, boards, members, openInvitations, summary } = queryKeys;
      // The open invitations too: accepting one deletes its row, and only the new member is announced.
      for (const queryKey of [itself(board.id), boards, members(board.id), openInvitations(board.id), summary(board.id)]) {
        void queries.invalidateQueries({ queryKey });
      }
    },
    // Changes from before were not received.
    onConnected: () => void queries.invalidateQueries({ queryKey: queryKeys.onBoard(board.id) }),
  });

  function refresh(ids: readonly string[]): void {
    for (const id of ids) void queries.invalidateQueries({ queryKey: queryKeys.files(board.id, id) });
    notes.refresh(ids).catch(() => queries.invalidateQueries({ queryKey: queryKeys.notes(board.id) }));
  }

  return (
    <>
      <BoardHeader board={board} client={client} nameOf={nameOf} person={person} present={present} />
      {connection === 'lost' && (
        <Alert tone="info">
          <p>{boardText('connectionLost')}</p>
        </Alert>
      )}
      <BoardNotes
        authorOf={(note) => (!isShared ? null : nameOf(note.author))}
        board={board.id}
        changeView={changeView}
        client={client}
        live={connection === 'live'}
        notes={notes}
        person={person}
        view={view}
      />
    </>
  );
}

/** Returns a function that gives the name of a user on the board. Loads the members only if there are several. */
function useNames(client: SupabaseClient, board: string, isShared: boolean): (person: string | null) => string {
  const members = useQuery({
    queryKey: queryKeys.members(board),
    queryFn: ({ signal }) => listMembers(client, board, signal),
    enabled: isShared,
  });
  // The page works without names. The list of people shows the failure.
  return (person) => {
    const member = members.data?.find((other) => other.person === person);
    if (!member) return notesText('formerMember');
    return member.account_profiles?.name || workspaceText('nameless');
  };
}
