import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Card, expectPageArrival, PageHeading } from '@atrium/page-kit/ui';
import { RequireAuth, useAuth } from 'auth/auth';
import classes from '../steady-page.module.css';
import { DeleteForm } from './delete-form.tsx';
import { deleteText } from './delete-messages.ts';
import { Farewell } from './farewell.tsx';
import { WhatGoes } from './what-goes.tsx';

/**
 * `/account/delete`: says what is lost, asks for the password and for a clear yes, and then says farewell. Whoever has a
 * second factor is asked for its code before.
 */
export default function DeletePage() {
  const [stage, setStage] = useState<'asking' | 'deleting' | 'deleted'>('asking');
  const hasLeft = useAuth(({ isAuthenticated, ended }) => !isAuthenticated && ended === null);
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

  if (stage === 'deleted') return <Farewell />;
  // The session ends a moment before the action does, and the guard would lead to the log-in.
  if (stage === 'deleting' && hasLeft) return null;
  return (
    <RequireAuth>
      <div className={`atrium-page atrium-page-narrow ${classes['steady']}`}>
        <PageHeading title={deleteText('title')} />
        <Card>
          <WhatGoes />
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
