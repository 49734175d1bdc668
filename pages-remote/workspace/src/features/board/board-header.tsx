import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { language } from '@atrium/page-kit/messages';
import { PageLink, Slot } from '@atrium/page-kit/site';
import { Button, Card, PageHeading } from '@atrium/page-kit/ui';
import type { Board } from '../../model/boards.ts';
import { readRows } from '../../model/workspace-error.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { boardsText } from '../boards/boards-messages.ts';
import classes from '../boards/boards.module.css';
import { BoardMenu } from './board-menu.tsx';
import { boardText } from './board-messages.ts';
import { LazyPart } from '../loading/lazy-part.tsx';

interface BoardHeaderProps {
  readonly client: SupabaseClient;
  readonly person: string;
  readonly board: Board;
  /** Ids of the users who have the board open. */
  readonly present: readonly string[];
  readonly nameOf: (person: string) => string;
}

// One chunk for everything that the header opens: the URL and hash of each chunk are part of what every visitor downloads.
const loadPeople = () => import(/* webpackChunkName: "board-tools" */ '../people/people.tsx').then(({ People }) => People);

/** The name of a board, its summary, who has it open, and its actions. */
export function BoardHeader({ client, person, board, present, nameOf }: BoardHeaderProps) {
  const [isPeopleOpen, setPeopleOpen] = useState(false);
  const summary = useQuery({ queryKey: queryKeys.summary(board.id), queryFn: ({ signal }) => readSummary(client, board.id, signal) });
  return (
    <header className="atrium-stack">
      <div>
        <PageLink className="atrium-small" to={{ page: 'workspace.boards' }}>
          {boardText('back')}
        </PageLink>
        <PageHeading title={board.name} />
      </div>
      <div className="atrium-row atrium-row-apart">
        <div className={classes['summary']}>
          {/* A space reserves the line: the line below may load first. */}
          <p className="atrium-muted atrium-small">{summary.data ? summaryText(summary.data) : '\u00a0'}</p>
          <PresentPeople nameOf={nameOf} person={person} present={present} />
        </div>
        <div className={`atrium-row ${classes['buttons']}`}>
          <Button aria-expanded={isPeopleOpen} className="atrium-button-small" onClick={() => setPeopleOpen(!isPeopleOpen)}>
            <Users aria-hidden="true" size={18} />
            &nbsp;{boardText('people')}
          </Button>
          <BoardMenu board={board} client={client} person={person} />
          {/* Keeps the space of the workspace's own action, which appears later. */}
          <div className={classes['actions']}>
            <Slot board={board.id} canEdit={board.owner === person} name="workspace.actions" title={board.name} />
          </div>
        </div>
      </div>
      {isPeopleOpen && (
        <Card>
          <LazyPart load={loadPeople} props={{ client, board, person }} />
        </Card>
      )}
    </header>
  );
}

/** Who has the board open now. */
function PresentPeople({ present, person, nameOf }: Pick<BoardHeaderProps, 'present' | 'person' | 'nameOf'>) {
  if (present.length === 0) return null;
  const others = present.filter((id) => id !== person).map(nameOf);
  const names = new Intl.ListFormat(language(), { type: 'conjunction' }).format([...others, boardText('you')]);
  return <p className="atrium-muted atrium-small">{others.length === 0 ? boardText('alone') : boardText('here', { names })}</p>;
}

/** Numbers of notes, of done notes, and of members. */
const summarySchema = v.object({ notes: v.number(), done: v.number(), members: v.number() });

/** Has the database count what is on a board. @throws {WorkspaceError} */
async function readSummary(client: SupabaseClient, board: string, signal: AbortSignal): Promise<v.InferOutput<typeof summarySchema> | null> {
  return readRows(summarySchema, await client.rpc('workspace_board_summary', { board }).abortSignal(signal))[0] ?? null;
}

function summaryText({ notes, done, members }: v.InferOutput<typeof summarySchema>): string {
  return `${notesCountText(notes, done)} · ${boardsText('sharedWith', { count: members })}`;
}

function notesCountText(count: number, done: number): string {
  if (done > 0 && done === count) return boardText('allDone', { count });
  const notes = boardText('notes', { count });
  return done > 0 ? boardText('notesDone', { notes, done }) : notes;
}
