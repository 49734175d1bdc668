import { LayoutDashboard } from 'lucide-react';
import { PageLink } from '@atrium/page-kit/site';
import type { Board } from './board.ts';
import { boardsText } from './boards-messages.ts';
import classes from './boards.module.css';

interface BoardListProps {
  readonly boards: readonly Board[];
  /** Id of who looks at them. */
  readonly person: string;
  /** What they are called; may be empty. */
  readonly name: string;
}

/** The boards as links: one's own, then those of others. */
export function BoardList({ boards, person, name }: BoardListProps) {
  if (boards.length === 0) {
    return (
      <div className={classes['empty']}>
        <LayoutDashboard aria-hidden="true" className={classes['emptyIcon']} size={32} />
        <h2>{name === '' ? boardsText('empty') : boardsText('emptyNamed', { name })}</h2>
        <p className="atrium-muted">{boardsText('emptyAdvice')}</p>
      </div>
    );
  }
  const isMine = ({ owner }: Board) => owner === person;
  return (
    <>
      <Group boards={boards.filter(isMine)} heading={boardsText('mine')} />
      <Group boards={boards.filter((board) => !isMine(board))} heading={boardsText('shared')} isOthers />
    </>
  );
}

interface GroupProps {
  readonly boards: readonly Board[];
  readonly heading: string;
  /** Whether they are others' boards, whose owners are named. */
  readonly isOthers?: boolean;
}

function Group({ boards, heading, isOthers = false }: GroupProps) {
  if (boards.length === 0) return null;
  return (
    <>
      <h2>{heading}</h2>
      <ul className={classes['boards']} role="list">
        {boards.map(({ id, name, workspace_members: members, account_profiles: owner }) => (
          <li className={`atrium-card ${classes['boardCard']}`} key={id}>
            <h3>
              <PageLink className={classes['boardLink']} to={{ page: 'workspace.board', params: { board: id } }}>
                {name}
              </PageLink>
            </h3>
            <p className="atrium-muted atrium-small">
              {isOthers && owner?.name && `${boardsText('ownedBy', { name: owner.name })} · `}
              {members.length < 2 ? boardsText('private') : boardsText('sharedWith', { count: members.length })}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
