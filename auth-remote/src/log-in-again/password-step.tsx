import { Alert, Button, PasswordField, TextField } from '@atrium/page-kit/ui';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { clientText } from '../client/client-messages.ts';
import { useAuth } from '../react/use-auth.ts';
import type { LogInAgainProps } from './log-in-again.tsx';
import { useSubmit } from './use-submit.ts';

/** Asks for the password of the person who was signed in. */
export function PasswordStep({ email }: LogInAgainProps) {
  const login = useAuth((auth) => auth.login);
  const [password, setPassword] = useState('');
  const { isBusy, error, onSubmit } = useSubmit(() => login({ email, password }));
  return (
    <form className="atrium-stack" onSubmit={onSubmit}>
      <p>{clientText('again.revoked')}</p>
      <p>{clientText('again.advice', { email })}</p>
      {error !== null && <Alert>{error}</Alert>}
      {/* Password managers go by it. */}
      <TextField label={clientText('again.email')} type="email" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={clientText('again.password')}
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => {
          setPassword(event.target.value);
        }}
      />
      <Button type="submit" tone="primary" busy={isBusy}>
        {clientText('again.logIn')}
      </Button>
      <Link to="/login">{clientText('again.otherAccount')}</Link>
    </form>
  );
}
