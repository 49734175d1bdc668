import { Skeleton } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import classes from './delete.module.css';
import { deleteText } from './messages.ts';
import { useSharedBoards } from './use-shared-boards.ts';

/** What is deleted, what stays, and who gets the boards that others use. */
export function DeletionSummary() {
  const email = useAuth((auth) => auth.user?.email) ?? '';
  return (
    <>
      <p>{deleteText('introduction', { email })}</p>
      <ul className={classes['list']}>
        <li>{deleteText('goesProfile')}</li>
        <li>{deleteText('goesBoards')}</li>
      </ul>
      <p>{deleteText('stays')}</p>
      <SharedBoards />
    </>
  );
}

function SharedBoards() {
  const boards = useSharedBoards();
  if (boards === 'loading') return <Skeleton lines={2} />;
  if (boards === 'unavailable') return <p>{deleteText('sharedUnread')}</p>;
  if (boards.length === 0) return null;
  return (
    <>
      <h2>{deleteText('sharedTitle')}</h2>
      <p>{deleteText('sharedAdvice')}</p>
      <ul className={classes['list']}>
        {boards.map(({ id, name, newOwner }) => (
          <li key={id}>{deleteText('passesOn', { board: name, name: newOwner || deleteText('namelessMember') })}</li>
        ))}
      </ul>
    </>
  );
}
