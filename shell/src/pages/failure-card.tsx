import { Button, PageHeading } from '@atrium/page-kit/ui';
import { message } from '../messages.ts';
import type { RemoteUnavailableError } from '../site/site-source.ts';
import type { TabModule } from '../site/tab-modules.ts';

interface Props {
  readonly title: string;
  readonly text: string;
  /** What failed: tells whom to turn to, and with which release and trace, which is on the console too. */
  readonly failure?: { readonly module: TabModule; readonly error: RemoteUnavailableError };
  readonly action: string;
  readonly busy?: boolean;
  readonly onAction: () => void;
}

/** Stands in the place of a page that cannot be shown: says what it is about, and what can be done. */
export function FailureCard({ title, text, failure, action, busy = false, onAction }: Props) {
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={title} />
      <div role="alert">
        <p>{text}</p>
        {failure && <p className="shell-detail">{detailOf(failure)}</p>}
      </div>
      <div>
        <Button busy={busy} onClick={onAction} tone="primary">{action}</Button>
      </div>
    </div>
  );
}

function detailOf({ module: { facts }, error }: NonNullable<Props['failure']>): string {
  return message('failure.detail', {
    reason: error.message,
    owner: facts.owner ?? message('site.name'),
    module: facts.name,
    release: error.release ?? '–',
    trace: error.trace,
  });
}
