import { defineMessages } from '@atrium/page-kit/messages';
import { Card, LinkButton } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import classes from './protect-account.module.css';

/** Apart from the texts of the other pages, which the home page does not need. */
export const protectText = defineMessages({
  heading: 'Protect your account',
  advice: 'Only a password protects your account. Two-step verification asks for a code, too.',
  add: 'Turn on two-step verification',
  addPasskey: 'Add a passkey',
  password: 'Password',
  factor: 'Two-step verification',
  on: 'on',
  off: 'off',
}, 'account.protect');

/** A card of the home page for users without a second factor: advises to add one. */
export default function ProtectAccount() {
  const takesPasskeys = useAuth((auth) => auth.passkeys.isAvailable());
  return (
    <Card>
      <h2>{protectText('heading')}</h2>
      <div aria-hidden="true" className={classes['bar']} />
      <ul className={classes['steps']} role="list">
        <Step isDone name={protectText('password')} />
        <Step name={protectText('factor')} />
      </ul>
      <p className="atrium-muted">{protectText('advice')}</p>
      <div className={classes['actions']}>
        <LinkButton to="/account/security" tone="quiet">{protectText('add')}</LinkButton>
        {takesPasskeys && <LinkButton className={classes['passkey']} to="/account/security" tone="quiet">{protectText('addPasskey')}</LinkButton>}
      </div>
    </Card>
  );
}

/** What logging in takes. */
function Step({ isDone = false, name }: { readonly isDone?: boolean; readonly name: string }) {
  return (
    <li className={isDone ? classes['done'] : 'atrium-muted'}>
      <svg aria-hidden="true" viewBox="0 0 24 24">
        <circle cx="12" cy="12" r="9" strokeDasharray={isDone ? undefined : '3 3.5'} />
        {isDone && <path d="m8 12.5 2.5 2.5 5.5-6" />}
      </svg>
      {name}{' '}
      <span className="atrium-visually-hidden">{protectText(isDone ? 'on' : 'off')}</span>
    </li>
  );
}
