import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { language } from '@atrium/page-kit/messages';
import { Avatar, Button, type ButtonProps, PageBar, PageHeading } from '@atrium/page-kit/ui';
import { Eye } from 'lucide-react';
import type { Board } from '../../model/boards.ts';
import { readRows } from '../../model/workspace-error.ts';
import { workspaceText } from '../../model/workspace-messages.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { useFavourites } from '../../sync/use-boards.ts';
import { BoardTint } from '../boards/board-tint.tsx';
import { boardsText } from '../boards/boards-messages.ts';
import { FavouriteButton } from '../boards/favourite-button.tsx';
import { useLazyPart } from '../loading/use-lazy-part.ts';
import { boardText } from './board-messages.ts';
import type { BoardActionsProps } from './board-actions.tsx';
import { BoardButton } from './board-button.tsx';
import classes from './board.module.css';

/** How a person on the board is shown. */
export interface ShownPerson {
  readonly name: string;
  /** The URL of their picture. */
  readonly picture: string | undefined;
}

interface BoardBarProps {
  readonly client: SupabaseClient;
  readonly person: string;
  readonly board: Board;
  /** Whether the user may change the board's notes. */
  readonly canWrite: boolean;
  /** Ids of the users who have the board open. */
  readonly present: readonly string[];
  readonly personOf: (person: string) => ShownPerson;
}

// One chunk for everything that the bar opens: the URL and hash of each chunk are part of what every visitor downloads.
const loadPeople = () => import(/* webpackChunkName: "board-tools" */ '../people/people.tsx').then(({ People }) => People);

/** The bar of a board: who has it open, and what can be done with it. */
export function BoardBar({ client, person, board, canWrite, present, personOf }: BoardBarProps) {
  const [isPeopleOpen, setPeopleOpen] = useState(false);
  const { Part: People, busy, button } = useLazyPart(loadPeople);
  const favourites = useFavourites(client);
  const isFavourite = favourites.ids.includes(board.id);
  const toggleFavourite = () => favourites.toggle(board.id);

  function share(): void {
    button.onClick();
    setPeopleOpen(true);
  }

  return (
    <PageBar
      control={
        <div className={classes['wide']}>
          <FavouriteButton isFavourite={isFavourite} name={board.name} onToggle={toggleFavourite} />
        </div>
      }
      mark={<BoardTint tint={board.tint} />}
      parent={{ label: boardsText('title'), to: '/workspace' }}
      title={board.name}
    >
      {!canWrite && <ViewOnly owner={board.account_profiles?.name || workspaceText('nameless')} />}
      <BoardFaces board={board} button={{ ...button, busy, onClick: share }} person={person} personOf={personOf} present={present} />
      <Button {...button} aria-haspopup="dialog" busy={busy} className={`atrium-button-small ${classes['wide']} ${classes['share']}`} onClick={share}>
        {boardText(board.owner === person ? 'share' : 'members')}
      </Button>
      <BoardMenu board={board} client={client} isFavourite={isFavourite} onShare={share} onToggleFavourite={toggleFavourite} person={person} />
      {People && <People board={board} client={client} onClose={() => setPeopleOpen(false)} open={isPeopleOpen} person={person} personOf={personOf} />}
    </PageBar>
  );
}

/** Pictures of people who fit beside each other; a number stands for the others. */
const MAX_SHOWN = 3;

interface BoardFacesProps extends Pick<BoardBarProps, 'board' | 'person' | 'present' | 'personOf'> {
  /** Opens the dialog with the members. */
  readonly button: ButtonProps;
}

/** The other people on a shared board, with a dot on those who have it open now. Screen readers hear who is here. */
function BoardFaces({ board: { workspace_members: members }, person, present, personOf, button }: BoardFacesProps) {
  const isHere = (id: string) => present.includes(id);
  const others = members
    .filter((member) => member.person !== person)
    .map(({ person: id, account_profiles: profile }) => ({ id, name: profile?.name || workspaceText('nameless'), here: isHere(id) }))
    .sort((one, other) => Number(other.here) - Number(one.here));
  const here = others.filter((other) => other.here).map(({ name }) => name);
  const names = new Intl.ListFormat(language(), { type: 'conjunction' }).format([...here, boardText('you')]);
  const text = !isHere(person) ? '' : here.length === 0 ? boardText('alone') : boardText('here', { names });
  return (
    // Rendered from the start, because its place in the bar has a gap.
    <div title={text}>
      <p className="atrium-visually-hidden">{text}</p>
      {others.length > 0 && (
        <Button {...button} aria-haspopup="dialog" className={`atrium-button-small ${classes['faces']}`}>
          <span className="atrium-visually-hidden">{boardsText('sharedWith', { count: members.length })}</span>
          {others.slice(0, MAX_SHOWN).map(({ id, name, here: isShownHere }) => (
            <span className={isShownHere ? classes['here'] : undefined} key={id}>
              <Avatar id={id} name={name} picture={personOf(id).picture} />
            </span>
          ))}
          {others.length > MAX_SHOWN && (
            <span aria-hidden="true" className={classes['others']}>
              +{(others.length - MAX_SHOWN).toLocaleString(language())}
            </span>
          )}
        </Button>
      )}
    </div>
  );
}

/** The name of a board, and what is on it. */
export function BoardHeading({ client, board }: Pick<BoardBarProps, 'client' | 'board'>) {
  const summary = useBoardSummary(client, board.id);
  return (
    <header className={classes['heading']}>
      <PageHeading title={board.name} />
      {/* A space reserves the line. */}
      <p className="atrium-muted atrium-small">{summary ? summaryText(summary) : '\u00a0'}</p>
    </header>
  );
}

/** Numbers of notes, of done notes, and of members. */
const summarySchema = v.object({ notes: v.number(), done: v.number(), members: v.number() });

/** What is on a board, as the database counts it. */
type BoardSummary = v.InferOutput<typeof summarySchema>;

/** Counts what is on a board; null until it is known. */
export function useBoardSummary(client: SupabaseClient, board: string): BoardSummary | null {
  const { data } = useQuery({
    queryKey: queryKeys.summary(board),
    queryFn: async ({ signal }) => readRows(summarySchema, await client.rpc('workspace_board_summary', { board }).abortSignal(signal))[0] ?? null,
  });
  return data ?? null;
}

function summaryText({ notes, done, members }: BoardSummary): string {
  return `${notesCountText(notes, done)} · ${boardsText('sharedWith', { count: members })}`;
}

function notesCountText(count: number, done: number): string {
  if (done > 0 && done === count) return boardText('allDone', { count });
  const notes = boardText('notes', { count });
  return done > 0 ? boardText('notesDone', { notes, done }) : notes;
}

const loadActions = () => import(/* webpackChunkName: "board-tools" */ './board-actions.tsx').then(({ BoardActions }) => BoardActions);

/** The button that opens the actions of a board. */
function BoardMenu(props: BoardActionsProps) {
  const { Part: Actions, busy, button } = useLazyPart(loadActions);
  if (Actions) return <Actions {...props} />;
  return <BoardButton aria-haspopup="dialog" busy={busy} {...button} />;
}

/** A badge for viewers of a board. Pressing it explains what they can do, and who can change that. */
function ViewOnly({ owner }: { readonly owner: string }) {
  const id = useId();
  return (
    <>
      <button aria-describedby={id} className={classes['viewOnly']} popoverTarget={id} title={boardText('viewOnly')} type="button">
        <Eye aria-hidden="true" size={14} /> <span>{boardText('viewOnly')}</span>
      </button>
      {/* The browser's own popover: a board that is only read loads no code for popups. */}
      <p className={classes['viewOnlyAdvice']} id={id} popover="auto">
        {boardText('viewOnlyAdvice', { owner })}
      </p>
    </>
  );
}
