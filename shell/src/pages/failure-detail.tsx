import { message } from '../messages.ts';
import type { RemoteUnavailableError } from '../site/site-source.ts';
import type { TabModule } from '../site/tab-modules.ts';

/** What to tell whom about a failure: its module's owner, the release, and the trace that is on the console too. */
export function FailureDetail({ module, error }: { readonly module: TabModule; readonly error: RemoteUnavailableError }) {
  const { name, owner } = module.facts;
  const { release, trace, message: reason } = error;
  return (
    <p className="shell-detail">
      {message('failure.detail', { reason, owner: owner ?? message('failure.nobody'), module: name, release: release ?? '–', trace })}
    </p>
  );
}
