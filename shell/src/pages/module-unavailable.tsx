import { Button, PageHeading } from '@atrium/page-kit/ui';
import { message } from '../messages.ts';
import { localizedText } from '../site/localized-text.ts';
import type { RemoteUnavailableError } from '../site/site-source.ts';
import type { TabModule } from '../site/tab-modules.ts';
import { FailureDetail } from './failure-detail.tsx';

interface Props {
  readonly module: TabModule;
  readonly error: RemoteUnavailableError;
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

/** Stands in the place of a page of which no release works; names it, and tries again on request. */
export function ModuleUnavailable({ module, error, retrying, onRetry }: Props) {
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={message('moduleUnavailable.title', { name: localizedText(module.facts.title) })} />
      <div role="alert">
        <p>{message('moduleUnavailable.text')}</p>
        <FailureDetail module={module} error={module.instead ?? error} />
      </div>
      <div>
        <Button busy={retrying} onClick={onRetry} tone="primary">{message('moduleUnavailable.retry')}</Button>
      </div>
    </div>
  );
}
