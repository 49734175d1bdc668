import { useQuery } from '@tanstack/react-query';
import { Download, File, Image, Trash2 } from 'lucide-react';
import { useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { Button, type ButtonProps } from '@atrium/page-kit/ui';
import { downloadAddress, isPicture, SIGNED_ADDRESS_S, sizeText, type StoredFile } from '../../model/files.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { FailureAlert } from '../loading/failure-alert.tsx';
import classes from './files.module.css';
import { filesText } from './files-messages.ts';
import { useDeletion } from './use-deletion.ts';
import { useDownload } from './use-download.ts';

interface FileItemProps {
  readonly client: SupabaseClient;
  readonly file: StoredFile;
  /** Whether the user may delete it. */
  readonly canWrite: boolean;
  /** Props for the button that opens a picture. */
  readonly view: ButtonProps;
  /** Called when the file was deleted or restored. */
  readonly onChanged: () => void;
  /** Called before it disappears, if it has the focus. */
  readonly onLeave: () => void;
}

/** A file with a thumbnail if it is a picture, buttons that open and download it and, for those who may write, one that deletes it. */
export function FileItem({ client, file, canWrite, view, onChanged, onLeave }: FileItemProps) {
  const row = useRef<HTMLDivElement>(null);
  const { name, type, size } = file;
  const download = useDownload(client);
  const deletion = useDeletion(client, onChanged);
  const leave = useEffectEvent(() => row.current?.contains(document.activeElement) === true && onLeave());
  useLayoutEffect(() => () => void leave(), []);
  const failure = deletion.error ?? download.error;
  return (
    <div className={classes['file']} ref={row} role="listitem">
      <div className={classes['line']}>
        {isPicture(type) ? (
          <Button {...view} aria-haspopup="dialog" aria-label={filesText('view', { name })} className={classes['tile'] ?? ''} title={filesText('view', { name })}>
            <Thumbnail client={client} file={file} />
          </Button>
        ) : (
          <span aria-hidden="true" className={classes['tile']}>
            <File size={16} />
          </span>
        )}
        <p className={classes['name']}>
          <bdi>{name}</bdi> <span className="atrium-muted atrium-small">{sizeText(size)}</span>
        </p>
        <Tool busy={download.isPending} icon={<Download aria-hidden="true" size={16} />} label={filesText('download')} name={name} onClick={() => download.mutate(file)} />
        {canWrite && <Tool busy={deletion.isPending} icon={<Trash2 aria-hidden="true" size={16} />} isApart label={filesText('delete')} name={name} onClick={() => deletion.mutate(file)} />}
      </div>
      {failure && <FailureAlert error={failure} />}
    </div>
  );
}

interface ToolProps extends Pick<ButtonProps, 'busy' | 'onClick'> {
  /** Whether it is set apart from the tools before it. */
  readonly isApart?: boolean;
  readonly icon: ReactNode;
  readonly label: string;
  /** The file's name. */
  readonly name: string;
}

/** An action of a file, as an icon. */
function Tool({ icon, label, name, isApart = false, ...button }: ToolProps) {
  return (
    <Button {...button} aria-label={`${label} ${name}`} className={`${classes['tool']} ${isApart ? classes['apart'] : ''}`} title={label}>
      {icon}
    </Button>
  );
}

/** The thumbnail of a picture. Pictures from before there were thumbnails are loaded as a whole, once they are near the window. */
export function Thumbnail({ client, file: { path, thumbnail } }: Pick<FileItemProps, 'client' | 'file'>) {
  const [broken, setBroken] = useState<string>();
  const address = useQuery({
    queryKey: queryKeys.fileAddress(path),
    queryFn: () => downloadAddress(client, path),
    enabled: thumbnail === null,
    staleTime: (SIGNED_ADDRESS_S / 2) * 1000,
  });
  const source = thumbnail ?? address.data;
  if (source === undefined || source === broken) return <Image aria-hidden="true" size={20} />;
  return <img alt="" loading="lazy" onError={() => setBroken(source)} src={source} />;
}
