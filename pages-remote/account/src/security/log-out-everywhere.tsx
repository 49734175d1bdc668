import { useState } from 'react';
import { Button } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { failureText } from '../failure/action-failure.ts';
import { ActionDialog } from '../form/action-dialog.tsx';
import { securityText } from './messages.ts';

/** A button that ends all sessions of the user after a confirmation. */
export function LogOutEverywhere() {
  const logout = useAuth((auth) => auth.logout);
  const [asking, setAsking] = useState(false);
  return (
    <div>
      <Button className="atrium-button-small" onClick={() => setAsking(true)}>
        {securityText('logOutEverywhere')}
      </Button>
      <ActionDialog
        action={() => logout({ everywhere: true })}
        confirm={securityText('logOutEverywhere')}
        description={securityText('logOutEverywhereAdvice')}
        explain={failureText}
        onClose={() => setAsking(false)}
        open={asking}
        title={securityText('askLogOutEverywhere')}
      />
    </div>
  );
}
