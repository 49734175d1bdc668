import { useState } from 'react';
import { Card, expectPageArrival, LinkButton, PageHeading, Skeleton } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { LayoutGrid, UserRound } from 'lucide-react';
import { Link } from 'react-router-dom';
import { SettingsPage } from '../layout/settings-page.tsx';
import { DeleteForm } from './delete-form.tsx';
import { deleteText } from './messages.ts';
import { SettingItem, SettingItems } from '../layout/setting-item.tsx';
import { SettingRow } from '../layout/setting-row.tsx';
import { useSharedBoards } from './use-shared-boards.ts';
import classes from './delete.module.css';

/**
 * `/account/delete`: shows what will be deleted, asks for the password if the account has one, and an explicit confirmation, and confirms the
 * deletion. Users with a second factor enter its code first.
 */
export default function DeletePage() {
  const [stage, setStage] = useState<'asking' | 'deleting' | 'deleted'>('asking');
  const isDeleted = useAuth((auth) => auth.ended === 'deleted');
  const deleteAccount = useAuth((auth) => auth.deleteAccount);

  async function deleteWith(password: string | undefined): Promise<void> {
    setStage('deleting');
    try {
      await deleteAccount(password);
    } catch (error) {
      setStage('asking');
      throw error;
    }
    expectPageArrival();
    setStage('deleted');
  }

  if (stage === 'deleted') return <Deleted />;
  // The session ends shortly before the action does. Without this, the guard would redirect to the log-in.
  if (stage === 'deleting' && isDeleted) return null;
  return (
    <SettingsPage section="deleteAccount" title={deleteText('title')}>
      <DeletionSummary />
      <DeleteForm deleteWith={deleteWith} />
    </SettingsPage>
  );
}

function Deleted() {
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={deleteText('deletedTitle')} />
      <Card>
        <p className="atrium-lead" role="status">{deleteText('deletedAdvice')}</p>
        <div className="atrium-row">
          <LinkButton to="/">{deleteText('toStart')}</LinkButton>
          <LinkButton className="atrium-sign-up" to="/register" tone="quiet">
            {deleteText('createAccount')}
          </LinkButton>
        </div>
      </Card>
    </div>
  );
}

/** What is deleted, what stays, and who gets the boards that others use. */
function DeletionSummary() {
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
