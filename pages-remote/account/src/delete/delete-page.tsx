import { useState } from 'react';
import { Card, expectPageArrival, LinkButton, PageHeading } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { SettingsPage } from '../layout/settings-page.tsx';
import { DeleteForm } from './delete-form.tsx';
import { DeletionSummary } from './deletion-summary.tsx';
import { deleteText } from './messages.ts';

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
