import { Button, PageHeading } from '@atrium/page-kit/ui';
import { message } from '../messages.ts';
import { localizedText } from '../site/localized-text.ts';
import type { RemoteUnavailableError, SiteFacts } from '../site/site-source.ts';

interface Props {
  readonly title: SiteFacts['title'];
  readonly error: RemoteUnavailableError;
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

/** Stands in the place of a page whose module did not load; names it, and tries again on request. */
export function ModuleUnavailable({ title, error, retrying, onRetry }: Props) {
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={message('moduleUnavailable.title', { name: localizedText(title) })} />
      <div role="alert">
        <p>{message('moduleUnavailable.text')}</p>
        <p className="shell-detail">
          {message('moduleUnavailable.detail', { release: error.release ?? error.remote, reason: error.message })}
        </p>
      </div>
      <div>
        <Button busy={retrying} onClick={onRetry} tone="primary">{message('moduleUnavailable.retry')}</Button>
      </div>
    </div>
  );
}
