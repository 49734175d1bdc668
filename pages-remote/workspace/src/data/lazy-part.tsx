import { type ComponentType, useEffect, useState } from 'react';
import { Alert, Button, Skeleton } from '@atrium/page-kit/ui';
import { WorkspaceError } from './workspace-error.ts';
import { workspaceText } from './workspace-messages.ts';

interface LazyPartProps<Props extends object> {
  /** Loads the part; a function that is always the same. */
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
}

/** A part whose code comes when it is opened. Where it does not come, the rest of the page stays, and another try is offered. */
export function LazyPart<Props extends object>({ load, props }: LazyPartProps<Props>) {
  const [tries, setTries] = useState(0);
  const [loaded, setLoaded] = useState<{ readonly Part: ComponentType<Props> } | WorkspaceError | null>(null);
  useEffect(() => {
    let left = false;
    load().then(
      (Part) => !left && setLoaded({ Part }),
      (error: unknown) => !left && setLoaded(new WorkspaceError('unreachable', error)),
    );
    return () => {
      left = true;
    };
  }, [load, tries]);

  function retry(): void {
    setLoaded(null);
    setTries((current) => current + 1);
  }

  useEffect(() => {
    if (!(loaded instanceof WorkspaceError)) return;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [loaded]);

  if (!loaded) return <Skeleton lines={2} />;
  if (!(loaded instanceof WorkspaceError)) return <loaded.Part {...props} />;
  return (
    <Alert>
      <p>{loaded.message}</p>
      <div>
        <Button onClick={retry}>{workspaceText('retry')}</Button>
      </div>
    </Alert>
  );
}
