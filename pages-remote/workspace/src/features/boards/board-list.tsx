import { LayoutDashboard } from 'lucide-react';
import { PageLink } from '@atrium/page-kit/site';
import { useAuth } from 'auth/auth';
import type { Board } from '../../model/boards.ts';
import notesClasses from '../notes/notes.module.css';
import { boardsText } from './boards-messages.ts';
import classes from './boards.module.css';

interface BoardListProps {
  readonly boards: readonly Board[];
  /** Id of the signed-in user. */
  readonly person: string;
}

/** Links to the user's own boards, then to those of others; a welcome if there are none. */
export function BoardList({ boards, person }: BoardListProps) {
  const name = usePersonName();
  if (boards.length === 0) {
    return (
      <div className={notesClasses['empty']}>
        <LayoutDashboard aria-hidden="true" className={notesClasses['emptyIcon']} size={32} />
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
  /** Whether the boards belong to other users, whose names are shown. */
  readonly isOthers?: boolean;
}

function Group({ boards, heading, isOthers = false }: GroupProps) {
  if (boards.length === 0) return null;
  return (
    <>
      <h2>{heading}</h2>
      <ul className={classes['boards']} role="list">
        {boards.map(({ id, name, workspace_members: members, account_profiles: owner }) => (
          <li className={classes['boardRow']} key={id}>
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

function usePersonName(): string {
  return useAuth((auth) => {
    const name: unknown = auth.user?.user_metadata['name'];
    return typeof name === 'string' ? name : '';
  });
}
