import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { PageLink } from '@atrium/page-kit/site';
import { Button, Card, PageHeading } from '@atrium/page-kit/ui';
import type { Board } from '../boards/board.ts';
import { boardsText } from '../boards/boards-messages.ts';
import { LazyPart } from '../data/lazy-part.tsx';
import { queryKeys } from '../data/query-keys.ts';
import { PresentPeople } from '../live/present-people.tsx';
import classes from '../boards/boards.module.css';
import { BoardMenu } from './board-menu.tsx';
import { boardText } from './board-messages.ts';
import { summarise } from './board-summary.ts';
import { summaryText } from './summary-text.ts';

interface BoardHeaderProps {
  readonly client: SupabaseClient;
  readonly person: string;
  readonly board: Board;
  /** Ids of the people who have the board open. */
  readonly present: readonly string[];
  readonly nameOf: (person: string) => string;
}

// What the header opens is one file: each file of its own is named, with its hash, in what every visitor of the site gets.
const loadPeople = () => import(/* webpackChunkName: "board-tools" */ '../members/people.tsx').then(({ People }) => People);

/** Name of the board, who is here, how much is on it, and what can be done with all of it. */
export function BoardHeader({ client, person, board, present, nameOf }: BoardHeaderProps) {
  const [isPeopleOpen, setPeopleOpen] = useState(false);
  const summary = useQuery({ queryKey: queryKeys.summary(board.id), queryFn: ({ signal }) => summarise(client, board.id, signal) });
  return (
    <header className="atrium-stack">
      <div>
        <PageLink className="atrium-small" to={{ page: 'workspace.boards' }}>
          {boardsText('back')}
        </PageLink>
        <PageHeading title={board.name} />
      </div>
      <div className="atrium-row atrium-row-apart">
        <div className={classes['manifest']}>
          {/* Its line is there before, with a space that takes it: who is here stands below it, and may come first. */}
          <p className="atrium-muted atrium-small">{summary.data ? summaryText(summary.data) : '\u00a0'}</p>
          <PresentPeople nameOf={nameOf} person={person} present={present} />
        </div>
        <div className="atrium-row">
          <Button aria-expanded={isPeopleOpen} className="atrium-button-small" onClick={() => setPeopleOpen(!isPeopleOpen)}>
            <Users aria-hidden="true" size={18} />
            &nbsp;{boardText('people')}
          </Button>
          <BoardMenu board={board} client={client} person={person} />
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
