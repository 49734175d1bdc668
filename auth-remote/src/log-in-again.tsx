import { hasRecoveryCodes } from '@atrium/auth-core/recovery-codes';
import { Link } from 'react-router-dom';
import { useAuth } from './auth-context.ts';
import { clientText } from './client-messages.ts';
import { CodeStep, PasswordStep } from './log-in-steps.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';

interface LogInAgainProps {
  /** The email address of the user whose page is suspended. */
  readonly email: string;
}

/**
 * A dialog in front of a page whose session the service ended. It explains why, and logs the same user in again: with the
 * password, and a code if needed.
 */
export function LogInAgain({ email }: LogInAgainProps) {
  const isAuthenticated = useAuth((auth) => auth.isAuthenticated);
  const login = useAuth((auth) => auth.login);
  const mfa = useAuth((auth) => auth.mfa);
  const takesRecoveryCodes = useAuth((auth) => hasRecoveryCodes(auth.user));
  return (
    <SignInDialog heading={clientText('again.heading')}>
      {isAuthenticated ? (
        // The guard has to learn the level of a user without a factor.
        <CodeStep mfa={mfa} onMissing={mfa.assuranceLevel} takesRecoveryCodes={takesRecoveryCodes} />
      ) : (
        <>
          <PasswordStep email={email} logIn={(password) => login({ email, password })} submit={clientText('again.logIn')}>
            <p>{clientText('again.revoked')}</p>
            <p>{clientText('again.advice', { email })}</p>
          </PasswordStep>
          <Link to="/login">{clientText('again.otherAccount')}</Link>
        </>
      )}
    </SignInDialog>
  );
}
