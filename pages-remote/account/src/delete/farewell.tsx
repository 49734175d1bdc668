import { Card, LinkButton, PageHeading } from '@atrium/page-kit/ui';
import { deleteText } from './delete-messages.ts';

/** What is left to say to somebody whose account is gone. */
export function Farewell() {
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={deleteText('deletedTitle')} />
      <Card>
        <p role="status">{deleteText('farewell')}</p>
        <div className="atrium-row">
          <LinkButton to="/">{deleteText('toStart')}</LinkButton>
          <LinkButton to="/register" tone="quiet">
            {deleteText('startAnew')}
          </LinkButton>
        </div>
      </Card>
    </div>
  );
}
