import { type ComponentType, useEffect, useState } from 'react';
import { Skeleton } from '@atrium/page-kit/ui';
import { WorkspaceError } from '../../model/workspace-error.ts';
import { FailureAlert } from './failure-alert.tsx';

interface LazyPartProps<Props extends object> {
  /** Loads the component. Pass the same function on every render. */
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
}

/** A part of a page whose code loads when it is opened. If loading fails, the rest of the page stays, and the part offers to try again. */
export function LazyPart<Props extends object>({ load, props }: LazyPartProps<Props>) {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<{ readonly Part: ComponentType<Props> } | WorkspaceError | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    load().then(
      (Part) => !isUnmounted && setLoaded({ Part }),
      (error: unknown) => !isUnmounted && setLoaded(new WorkspaceError('unreachable', error)),
    );
    return () => {
      isUnmounted = true;
    };
  }, [load, attempt]);

  function retry(): void {
    setLoaded(null);
    setAttempt((current) => current + 1);
  }

  useEffect(() => {
    if (!(loaded instanceof WorkspaceError)) return;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [loaded]);

  if (!loaded) return <Skeleton lines={2} />;
  if (!(loaded instanceof WorkspaceError)) return <loaded.Part {...props} />;
  return <FailureAlert error={loaded} onRetry={retry} />;
}
