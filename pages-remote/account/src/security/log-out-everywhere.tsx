import { useState } from 'react';
import { AlertDialog } from '@atrium/page-kit/primitives';
import { Button } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { failureText } from '../failure/action-failure.ts';
import { useAction } from '../form/use-action.ts';
import { securityText } from './messages.ts';

/** A button that ends all sessions of the user after a confirmation. */
export function LogOutEverywhere() {
  const logout = useAuth((auth) => auth.logout);
  const { busy, failure, run, reset } = useAction();
  const [asking, setAsking] = useState(false);
  return (
    <div>
      <Button className="atrium-button-small" onClick={() => setAsking(true)}>
        {securityText('logOutEverywhere')}
      </Button>
      <AlertDialog
        busy={busy}
        cancel={securityText('cancel')}
        confirm={securityText('logOutEverywhere')}
        description={securityText('logOutEverywhereAdvice')}
        failure={failure && failureText(failure)}
        onCancel={() => {
          setAsking(false);
          reset();
        }}
        onConfirm={() => run(() => logout({ everywhere: true }))}
        open={asking}
        title={securityText('askLogOutEverywhere')}
      />
    </div>
  );
}
