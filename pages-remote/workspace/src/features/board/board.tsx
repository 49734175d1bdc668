import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { Alert } from '@atrium/page-kit/ui';
import type { Board as BoardRow } from '../../model/boards.ts';
import { listMembers, pictureAddresses } from '../../model/members.ts';
import { canWrite } from '../../model/roles.ts';
import { workspaceText } from '../../model/workspace-messages.ts';
import { draftsOf } from '../../sync/drafts.ts';
import { useLiveBoard } from '../../sync/live-board.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { useNotesList } from '../../sync/use-notes-list.ts';
import { notesText } from '../notes/notes-messages.ts';
import { useNotesView } from '../notes/notes-toolbar.tsx';
import boardsClasses from './board-width.module.css';
import { BoardBar, BoardHeading, type ShownPerson } from './board-header.tsx';
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
  const mayWrite = canWrite(board, person);
  useRoleNotice(mayWrite, board.id, person);
  const personOf = usePeople(client, board.id, isShared);
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
    notes.refresh(ids);
  }

  return (
    <>
      <BoardBar board={board} canWrite={mayWrite} client={client} person={person} personOf={personOf} present={present} />
      <div className={`atrium-page ${boardsClasses['page']}`}>
        <BoardHeading board={board} client={client} />
        {connection === 'lost' && (
          <Alert tone="info">
            <p>{boardText('connectionLost')}</p>
          </Alert>
        )}
        <BoardNotes
          board={board.id}
          canWrite={mayWrite}
          changeView={changeView}
          client={client}
          live={connection === 'live'}
          notes={notes}
          person={person}
          personOf={isShared ? personOf : null}
          view={view}
        />
      </div>
    </>
  );
}

/** Tells the user when the owner has changed what they may do on the open board. */
function useRoleNotice(mayWrite: boolean, board: string, person: string): void {
  const before = useRef(mayWrite);
  useEffect(() => {
    if (before.current === mayWrite) return;
    before.current = mayWrite;
    if (mayWrite) showToast({ text: boardText('nowEditor') });
    else showToast({ tone: 'notice', text: boardText(draftsOf(person).some((draft) => draft.board === board) ? 'nowViewerKept' : 'nowViewer') });
  }, [mayWrite, board, person]);
}

/** Returns a function that gives the name and the picture of a user on the board. Loads the members only if there are several. */
function usePeople(client: SupabaseClient, board: string, isShared: boolean): (person: string | null) => ShownPerson {
  const members = useQuery({
    queryKey: queryKeys.members(board),
    queryFn: ({ signal }) => listMembers(client, board, signal),
    enabled: isShared,
  });
  const paths = members.data?.flatMap(({ account_profiles: profile }) => profile?.avatar_path ?? []) ?? [];
  const pictures = useQuery({
    queryKey: queryKeys.pictures(board, paths),
    queryFn: () => pictureAddresses(client, members.data ?? []),
    enabled: paths.length > 0,
    staleTime: Infinity,
  });
  // The page works without names and pictures. The list of people shows the failure.
  return (person) => {
    const member = members.data?.find((other) => other.person === person);
    if (!member) return { name: members.data ? notesText('formerMember') : '…', picture: undefined, isUnnamed: true };
    const name = member.account_profiles?.name ?? '';
    return { name: name || workspaceText('nameless'), picture: pictures.data?.get(member.person), isUnnamed: name === '' };
  };
}
