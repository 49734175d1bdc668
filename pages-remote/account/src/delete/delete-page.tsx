import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Card, expectPageArrival, LinkButton, PageHeading } from '@atrium/page-kit/ui';
import { RequireAuth, useAuth } from 'auth/auth';
import classes from '../layout/steady-page.module.css';
import { DeleteForm } from './delete-form.tsx';
import { DeletionSummary } from './deletion-summary.tsx';
import { deleteText } from './messages.ts';

/**
 * `/account/delete`: shows what will be deleted, asks for the password and an explicit confirmation, and confirms the
 * deletion. Users with a second factor enter its code first.
 */
export default function DeletePage() {
  const [stage, setStage] = useState<'asking' | 'deleting' | 'deleted'>('asking');
  const isDeleted = useAuth((auth) => auth.ended === 'deleted');
  const deleteAccount = useAuth((auth) => auth.deleteAccount);

  async function deleteWith(password: string): Promise<void> {
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
    <RequireAuth>
      <div className={`atrium-page atrium-page-narrow ${classes['steady']}`}>
        <PageHeading title={deleteText('title')} />
        <Card>
          <DeletionSummary />
        </Card>
        <Card>
          <DeleteForm deleteWith={deleteWith} />
        </Card>
        <p>
          <Link to="/account">{deleteText('keep')}</Link>
        </p>
      </div>
    </RequireAuth>
  );
}

function Deleted() {
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={deleteText('deletedTitle')} />
      <Card>
        <p role="status">{deleteText('deletedAdvice')}</p>
        <div className="atrium-row">
          <LinkButton to="/">{deleteText('toStart')}</LinkButton>
          <LinkButton to="/register" tone="quiet">
            {deleteText('createAccount')}
          </LinkButton>
        </div>
      </Card>
    </div>
  );
}
