import { Card, LinkButton } from '@atrium/page-kit/ui';
import { protectText } from './messages.ts';

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
