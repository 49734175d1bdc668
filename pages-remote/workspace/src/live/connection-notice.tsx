import { Alert } from '@atrium/page-kit/ui';
import { liveText } from './live-messages.ts';
import type { LiveBoard } from './use-live-board.ts';

/** Says that changes of others do not arrive at the moment. */
export function ConnectionNotice({ connection }: Pick<LiveBoard, 'connection'>) {
  if (connection !== 'lost') return null;
  return (
    <Alert tone="info">
      <p>{liveText('lost')}</p>
    </Alert>
  );
}
