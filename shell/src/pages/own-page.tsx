import { useEffect, useState, type ComponentType } from 'react';
import { message } from '../messages.ts';
import { PageSkeleton } from '../site/page-skeleton.tsx';
import { FailureCard } from './failure-card.tsx';

/** A page of the shell that hardly anybody opens: its code comes when somebody does. */
export function OwnPage({ load }: { readonly load: () => Promise<{ readonly default: ComponentType }> }) {
  const [Page, setPage] = useState<ComponentType | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!failed) load().then((part) => setPage(() => part.default), () => setFailed(true));
  }, [load, failed]);
  if (Page) return <Page />;
  if (!failed) return <PageSkeleton />;
  return (
    <FailureCard
      title={message('pageFailed.title')}
      text={message('pageFailed.text')}
      action={message('failure.retry')}
      onAction={() => setFailed(false)}
    />
  );
}
