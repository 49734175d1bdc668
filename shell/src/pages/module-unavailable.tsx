import { message } from '../messages.ts';
import { localizedText } from '../site/localized-text.ts';
import type { SiteLoads } from '../site/site-loads.ts';
import type { RemoteUnavailableError } from '../site/site-source.ts';
import type { TabModule } from '../site/tab-modules.ts';
import { FailureCard } from './failure-card.tsx';

interface Props {
  readonly loads: SiteLoads;
  readonly module: TabModule;
  readonly error: RemoteUnavailableError;
  readonly onRetry: () => Promise<void>;
}

/** Stands in the place of a page of which no release works; names it, and tries again on request. */
export function ModuleUnavailable({ loads, module, error, onRetry }: Props) {
  return (
    <FailureCard
      loads={loads}
      title={message('moduleUnavailable.title', { name: localizedText(module.facts.title) })}
      text={message('moduleUnavailable.text')}
      failure={{ module, error: module.instead ?? error }}
      action={message('failure.retry')}
      onRetry={onRetry}
    />
  );
}
