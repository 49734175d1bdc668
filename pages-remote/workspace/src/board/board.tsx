import { useQueryClient } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import type { Board as BoardRow } from '../boards/board.ts';
import { queryKeys } from '../data/query-keys.ts';
import { ConnectionNotice } from '../live/connection-notice.tsx';
import { useLiveBoard } from '../live/use-live-board.ts';
import { useNotesList } from '../notes/use-notes-list.ts';
import { useNotesView } from '../notes/use-notes-view.ts';
import { BoardHeader } from './board-header.tsx';
import { BoardNotes } from './board-notes.tsx';
import { useBoardPeople } from './use-board-people.ts';

interface BoardProps {
  readonly client: SupabaseClient;
  /** Id of who looks at it. */
  readonly person: string;
  readonly board: BoardRow;
}

/** One board: what it is, who is here, and its notes, as they change. */
export function Board({ client, person, board }: BoardProps) {
  const queries = useQueryClient();
  const [view, changeView] = useNotesView();
  const notes = useNotesList({ client, board: board.id, person, view });
  const isShared = board.workspace_members.length > 1;
  const nameOf = useBoardPeople(client, board.id, isShared);
  const { connection, present } = useLiveBoard(client, { board: board.id, channel: board.workspace_channels.channel, person }, {
    onNotes: (ids) => refresh(ids),
    onBoard: () => {
      const { board: boardKey, boards, members, openInvitations, summary } = queryKeys;
      // Accepting an invitation deletes its row. No event says so, so a change of the members refetches the invitations too.
      for (const queryKey of [boardKey(board.id), boards, members(board.id), openInvitations(board.id), summary(board.id)]) {
        void queries.invalidateQueries({ queryKey });
      }
    },
    // Whatever was missed.
    onConnected: () => void queries.invalidateQueries({ queryKey: queryKeys.onBoard(board.id) }),
  });

  function refresh(ids: readonly string[]): void {
    for (const id of ids) void queries.invalidateQueries({ queryKey: queryKeys.files(board.id, id) });
    notes.refresh(ids).catch(() => queries.invalidateQueries({ queryKey: queryKeys.notes(board.id) }));
  }

  return (
    <>
      <BoardHeader board={board} client={client} nameOf={nameOf} person={person} present={present} />
      <ConnectionNotice connection={connection} />
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
