import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Download, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type UIEvent } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { Dialog, IconButton } from '@atrium/page-kit/primitives';
import { Button } from '@atrium/page-kit/ui';
import { downloadAddress, SIGNED_ADDRESS_S, sizeText, type StoredFile } from '../../model/files.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { RelativeTime } from '../time/relative-time.tsx';
import { Thumbnail } from './file-item.tsx';
import { filesText } from './files-messages.ts';
import { useDeletion } from './use-deletion.ts';
import { useDownload } from './use-download.ts';
import classes from './viewer.module.css';

interface ViewerProps {
  readonly client: SupabaseClient;
  /** The pictures of a note. */
  readonly pictures: readonly StoredFile[];
  /** Whether the user may delete them. */
  readonly canWrite: boolean;
  /** Gives the name of a person; null if only one person writes on the board. */
  readonly personOf: ((person: string | null) => { readonly name: string }) | null;
  /** Id of the picture that is shown; null while the viewer is closed. */
  readonly shown: string | null;
  readonly onShow: (id: string) => void;
  readonly onClose: () => void;
  /** Called when a picture was deleted or restored. */
  readonly onChanged: () => void;
}

/** Shows the pictures of a note in the whole window, one at a time. Arrow keys, thumbnails and swipes lead to the others. */
export function Viewer({ client, pictures, canWrite, personOf, shown, onShow, onClose, onChanged }: ViewerProps) {
  const current = pictures.find(({ id }) => id === shown);
  // The dialog keeps its picture while it closes.
  const [last, setLast] = useState(current);
  if (current && current !== last) setLast(current);
  const download = useDownload(client);
  // The toast that undoes the deletion is on the page, behind the viewer.
  const deletion = useDeletion(client, onChanged, (id) => id === shown && onClose());

  function show(at: number): void {
    const picture = pictures[at];
    if (picture) onShow(picture.id);
  }

  if (!last) return null;
  const place = pictures.findIndex(({ id }) => id === last.id);
  const isListed = place >= 0;
  const failed = [download, deletion].find(({ error, variables }) => error && variables?.id === last.id);
  const author = personOf?.(last.author);

  function stepByKey(event: KeyboardEvent<HTMLElement>): void {
    const { key, altKey, ctrlKey, metaKey, defaultPrevented } = event;
    // React calls this twice for a key, because the dialog is in a portal inside another one.
    if ((key !== 'ArrowLeft' && key !== 'ArrowRight') || altKey || ctrlKey || metaKey || defaultPrevented) return;
    const towardsEnd = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    // The browser would scroll the pictures as well.
    event.preventDefault();
    show(place + (key === towardsEnd ? 1 : -1));
  }

  return (
    // The keys work on every control of the dialog. It keeps their events to itself, so they are caught on their way to it.
    <div className={classes['listener']} onKeyDownCapture={stepByKey}>
      <Dialog
        actions={
          <>
            {canWrite && (
              <Button busy={deletion.isPending} className={classes['delete'] ?? ''} onClick={() => deletion.mutate(last)} title={filesText('delete')}>
                <Trash2 aria-hidden="true" size={16} /> <span className="atrium-visually-hidden">{filesText('delete')}</span>
              </Button>
            )}
            <Button busy={download.isPending} className={classes['download'] ?? ''} onClick={() => download.mutate(last)} tone="primary">
              <Download aria-hidden="true" size={16} /> <span>{filesText('download')}</span>
            </Button>
          </>
        }
        description={
          <>
            {author && <><bdi>{author.name}</bdi> · </>}
            <RelativeTime at={last.created_at} /> · {sizeText(last.size)}
          </>
        }
        onClose={onClose}
        open={current !== undefined}
        title={last.name}
        size="window"
      >
        <div className={classes['viewer']}>
          {failed?.error && <FailureAlert error={failed.error} />}
          <Pictures client={client} onShow={show} pictures={isListed ? pictures : [last]} place={isListed ? place : 0} />
        </div>
      </Dialog>
    </div>
  );
}

interface PicturesProps {
  readonly client: SupabaseClient;
  readonly pictures: readonly StoredFile[];
  /** Index of the picture that is shown. */
  readonly place: number;
  readonly onShow: (place: number) => void;
}

/** The picture between its neighbours, from which swipes come, and the thumbnails of all pictures. */
function Pictures({ client, pictures, place, onShow }: PicturesProps) {
  const stage = useRef<HTMLDivElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  const total = pictures.length;
  useLayoutEffect(() => {
    // Not while the user swipes to it: that would stop the movement.
    if (stage.current && nearestTo(stage.current) !== place) stage.current.scrollLeft = childOf(stage.current, place)?.offsetLeft ?? 0;
    const thumbnail = strip.current && childOf(strip.current, place);
    if (strip.current && thumbnail) strip.current.scrollLeft = thumbnail.offsetLeft + (thumbnail.offsetWidth - strip.current.clientWidth) / 2;
  }, [place]);

  function showNearest({ currentTarget }: UIEvent<HTMLElement>): void {
    const nearest = nearestTo(currentTarget);
    if (nearest >= 0 && nearest !== place) onShow(nearest);
  }

  const stepButton = (by: -1 | 1) => (
    // Hidden at the ends, but still rendered, so that it keeps the focus.
    <IconButton
      aria-disabled={by < 0 ? place === 0 : place === total - 1}
      icon={by < 0 ? <ChevronLeft className={classes['towards']} size={20} /> : <ChevronRight className={classes['towards']} size={20} />}
      label={filesText(by < 0 ? 'previous' : 'next')}
      onClick={() => onShow(place + by)}
    />
  );
  return (
    <>
      <div className={classes['line']}>
        {total > 1 && stepButton(-1)}
        <div className={classes['stage']} onScroll={showNearest} ref={stage}>
          {pictures.map((file, at) => (
            <div className={classes['slide']} key={file.id}>
              {Math.abs(at - place) <= 1 && <Picture client={client} file={file} isShown={at === place} />}
            </div>
          ))}
        </div>
        {total > 1 && stepButton(1)}
      </div>
      {total > 1 && (
        <div className={classes['foot']}>
          <p className="atrium-muted atrium-small" role="status">
            <span className="atrium-visually-hidden">{pictures[place]?.name}</span> {filesText('place', { place: place + 1, total })}
          </p>
          <div className={classes['strip']} ref={strip}>
            {pictures.map((file, at) => (
              <Button aria-current={at === place} aria-label={filesText('view', { name: file.name })} key={file.id} onClick={() => onShow(at)} title={file.name}>
                <Thumbnail client={client} file={file} />
              </Button>
            ))}
          </div>
          <p aria-hidden="true" className={classes['keys']}>
            <span>
              <span dir="ltr"><kbd>←</kbd> <kbd>→</kbd></span> {filesText('keysMove')}
            </span>
            <span>
              <kbd>Esc</kbd> {filesText('keysClose')}
            </span>
          </p>
        </div>
      )}
    </>
  );
}

function childOf(parent: HTMLElement, place: number): HTMLElement | null {
  const child = parent.children[place];
  return child instanceof HTMLElement ? child : null;
}

/** Index of the child that covers the middle of a scrolling element. */
function nearestTo(scrolling: HTMLElement): number {
  const { scrollLeft, clientWidth } = scrolling;
  return [...scrolling.children].findIndex((child) => child instanceof HTMLElement && Math.abs(child.offsetLeft - scrollLeft) < clientWidth / 2);
}

interface PictureProps {
  readonly client: SupabaseClient;
  readonly file: StoredFile;
  /** Whether it is the one in the window. Its neighbours are there for swipes, and unknown to screen readers. */
  readonly isShown: boolean;
}

function Picture({ client, file: { name, path }, isShown }: PictureProps) {
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
      {isShown && address.error && <FailureAlert busy={address.isFetching} error={address.error} onRetry={() => void address.refetch()} />}
      {isShown && isBroken && <p className="atrium-muted">{filesText('broken')}</p>}
      {address.data !== undefined && !isBroken && <img alt={isShown ? name : ''} onError={() => setBroken(address.data)} src={address.data} />}
    </>
  );
}
