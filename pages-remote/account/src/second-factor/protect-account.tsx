import { defineMessages } from '@atrium/page-kit/messages';
import { Card, LinkButton } from '@atrium/page-kit/ui';

/** Apart from the texts of the other pages, which the home page does not need. */
export const protectText = defineMessages({
  heading: 'Protect your account',
  advice: 'Anyone who knows your password can log in. Add a second factor, so that logging in also takes a code from your phone.',
  add: 'Add a second factor',
}, 'account.protect');

/** A card of the home page for users without a second factor: advises to add one. */
export default function ProtectAccount() {
  return (
    <Card>
      <h2>{protectText('heading')}</h2>
      <p className="atrium-muted">{protectText('advice')}</p>
      <div>
        <LinkButton to="/account/security" tone="quiet">{protectText('add')}</LinkButton>
      </div>
    </Card>
  );
}
