import { LayoutGrid, UserRound } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Skeleton } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { SettingItem, SettingItems } from '../layout/setting-item.tsx';
import { SettingRow } from '../layout/setting-row.tsx';
import classes from './delete.module.css';
import { deleteText } from './messages.ts';
import { useSharedBoards } from './use-shared-boards.ts';

/** What is deleted, what stays, and who gets the boards that others use. */
export function DeletionSummary() {
  const email = useAuth((auth) => auth.user?.email) ?? '';
  return (
    <>
      <SettingRow title={deleteText('goesTitle')}>
        <p>{deleteText('introduction', { email })}</p>
        <SettingItems label={deleteText('goesTitle')}>
          <SettingItem detail={deleteText('goesProfileHint')} icon={UserRound} name={deleteText('goesProfile')} />
          <SettingItem detail={deleteText('goesBoardsHint')} icon={LayoutGrid} name={deleteText('goesBoards')} />
        </SettingItems>
        <p>
          <Link to="/account/data">{deleteText('exportFirst')}</Link>
        </p>
      </SettingRow>
      <SettingRow title={deleteText('staysTitle')}>
        <p>{deleteText('stays')}</p>
      </SettingRow>
      <SharedBoards />
    </>
  );
}

function SharedBoards() {
  const boards = useSharedBoards();
  if (boards !== 'loading' && boards.length === 0) return null;
  return (
    <SettingRow hint={deleteText('sharedAdvice')} title={deleteText('sharedTitle')}>
      {boards === 'loading' && <Skeleton lines={2} />}
      {boards === 'unavailable' && <p>{deleteText('sharedUnread')}</p>}
      {typeof boards === 'object' && (
        <ul className={classes['list']}>
          {boards.map(({ id, name, newOwner }) => (
            <li key={id}>{deleteText('passesOn', { board: name, name: newOwner || deleteText('namelessMember') })}</li>
          ))}
        </ul>
      )}
    </SettingRow>
  );
}
