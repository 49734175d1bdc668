import { hasRecoveryCodes } from '@atrium/auth-core/recovery-codes';
import type { User } from '@atrium/page-kit/contract/auth';
import { Button, LinkButton } from '@atrium/page-kit/ui';
import { useAuth } from './auth-context.ts';
import { clientText } from './client-messages.ts';
import { CodeStep } from './code-step.tsx';
import { FirstStep, type FirstStepCalls } from './first-step.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';

interface LogInAgainProps {
  /** The user whose page is suspended, with an email address. */
  readonly user: User;
}

/**
 * A dialog in front of a page whose session the service ended. It explains why, and logs the same user in again in one of their ways,
 * and with a code if needed.
 */
export function LogInAgain({ user }: LogInAgainProps) {
  const isAuthenticated = useAuth((auth) => auth.isAuthenticated);
  const login = useAuth((auth) => auth.login);
  const requestLoginCode = useAuth((auth) => auth.requestLoginCode);
  const loginWithCode = useAuth((auth) => auth.loginWithCode);
  const passkeys = useAuth((auth) => auth.passkeys);
  const mfa = useAuth((auth) => auth.mfa);
  const takesRecoveryCodes = useAuth((auth) => hasRecoveryCodes(auth.user));
  const { email = '' } = user;
  const calls: FirstStepCalls = {
    withPassword: (password) => login({ email, password }),
    // Whether the user has one is not known without a session.
    withPasskey: () => passkeys.login(),
    requestCode: () => requestLoginCode(email),
    withMailedCode: (code) => loginWithCode({ email, code }),
  };
  return (
    <SignInDialog coversPage heading={clientText('again.heading')}>
      {isAuthenticated ? (
        // The guard has to learn the level of a user without a factor.
        <CodeStep exit={<LogOut />} mfa={mfa} onMissing={mfa.assuranceLevel} takesRecoveryCodes={takesRecoveryCodes} />
      ) : (
        <FirstStep
          exit={<LinkButton to="/login" tone="quiet">{clientText('again.otherAccount')}</LinkButton>}
          calls={calls}
          divider={<p className="atrium-or">{clientText('again.or')}</p>}
          hasPasskey={passkeys.isAvailable()}
          submit={clientText('again.logIn')}
          user={user}
        >
          <p>{clientText('again.advice', { email })}</p>
          <p className="atrium-muted atrium-small">{clientText('again.revoked')}</p>
        </FirstStep>
      )}
    </SignInDialog>
  );
}

/** For users who have no code, or want another account. Logging out removes the page behind the dialog and leads to the log-in. */
function LogOut() {
  const logout = useAuth((auth) => auth.logout);
  return (
    // A toast shows a failure; this browser's session is over in any case.
    <Button onClick={() => void logout().catch(() => undefined)}>{clientText('again.otherAccount')}</Button>
  );
}
