import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { Dialog, IconButton } from '@atrium/page-kit/primitives';
import { Button } from '@atrium/page-kit/ui';
import { downloadAddress, SIGNED_ADDRESS_S, sizeText, type StoredFile } from '../../model/files.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { FailureAlert } from '../loading/failure-alert.tsx';
import classes from './files.module.css';
import { filesText } from './files-messages.ts';
import { useDownload } from './use-download.ts';

interface ViewerProps {
  readonly client: SupabaseClient;
  /** The pictures of a note. */
  readonly pictures: readonly StoredFile[];
  /** Id of the picture that is shown; null while the viewer is closed. */
  readonly shown: string | null;
  readonly onShow: (id: string) => void;
  readonly onClose: () => void;
}

/** A dialog that shows the pictures of a note, one at a time. The arrow keys lead to the next and the previous one. */
export function Viewer({ client, pictures, shown, onShow, onClose }: ViewerProps) {
  const index = pictures.findIndex(({ id }) => id === shown);
  const current = pictures[index];
  // The dialog keeps its picture while it closes.
  const [last, setLast] = useState(current);
  if (current && current !== last) setLast(current);
  const step = (by: -1 | 1) => {
    const next = pictures[index + by];
    if (next) onShow(next.id);
  };

  function stepByKey(event: KeyboardEvent<HTMLElement>): void {
    const towardsEnd = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') step(event.key === towardsEnd ? 1 : -1);
  }

  if (!last) return null;
  const place = pictures.findIndex(({ id }) => id === last.id);
  return (
    // The keys work on every control of the dialog. It keeps their events to itself, so they are caught on their way to it.
    <div className={classes['keys']} onKeyDownCapture={stepByKey}>
      <Dialog onClose={onClose} open={current !== undefined} title={last.name} wide>
        <div className={classes['stage']}>
          <Picture client={client} file={last} key={last.id} />
          {pictures.length > 1 && (
            <>
              <IconButton
                aria-disabled={place === 0}
                icon={<ChevronLeft className={classes['towards']} size={20} />}
                label={filesText('previous')}
                onClick={() => step(-1)}
              />
              <IconButton
                aria-disabled={place === pictures.length - 1}
                icon={<ChevronRight className={classes['towards']} size={20} />}
                label={filesText('next')}
                onClick={() => step(1)}
              />
            </>
          )}
        </div>
        <div className="atrium-row atrium-row-apart">
          <p className="atrium-muted atrium-small" role="status">
            <span className="atrium-visually-hidden">{last.name}</span> {sizeText(last.size)}
            {pictures.length > 1 && ` · ${filesText('place', { place: place + 1, total: pictures.length })}`}
          </p>
          <Download client={client} file={last} key={last.id} />
        </div>
      </Dialog>
    </div>
  );
}

interface PictureProps {
  readonly client: SupabaseClient;
  readonly file: StoredFile;
}

/** A picture in its place, which has the same size while it loads. */
function Picture({ client, file: { name, path } }: PictureProps) {
  /** The address that the browser could not show. A later one may work. */
  const [broken, setBroken] = useState<string>();
  const address = useQuery({
    queryKey: queryKeys.fileAddress(path),
    queryFn: () => downloadAddress(client, path),
    staleTime: (SIGNED_ADDRESS_S / 2) * 1000,
  });
  const isBroken = broken !== undefined && broken === address.data;
  return (
    <>
      {address.error && <FailureAlert busy={address.isFetching} error={address.error} onRetry={() => void address.refetch()} />}
      {isBroken && <p className="atrium-muted">{filesText('broken')}</p>}
      {address.data !== undefined && !isBroken && <img alt={name} onError={() => setBroken(address.data)} src={address.data} />}
    </>
  );
}

function Download({ client, file }: PictureProps) {
  const { error, isPending, mutate } = useDownload(client, file);
  return (
    <>
      <Button busy={isPending} onClick={() => mutate()}>
        {filesText('download')}
      </Button>
      {error && <FailureAlert error={error} />}
    </>
  );
}
