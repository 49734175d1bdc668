import { LinkButton, PageHeading } from '@atrium/page-kit/ui';
import { message } from '../messages.ts';

/** Shown at an address that belongs to nobody. */
export function NotFoundPage() {
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={message('notFound.title')} />
      <p>{message('notFound.text')}</p>
      <div>
        <LinkButton to="/">{message('notFound.home')}</LinkButton>
      </div>
    </div>
  );
}
