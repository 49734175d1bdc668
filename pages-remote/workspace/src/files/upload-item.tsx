import { Alert, Button } from '@atrium/page-kit/ui';
import classes from './files.module.css';
import { filesText } from './files-messages.ts';
import type { Upload } from './use-uploads.ts';

interface UploadItemProps {
  readonly upload: Upload;
  readonly onDrop: () => void;
  readonly onRetry: () => void;
}

/** A file on its way, or why it did not arrive. */
export function UploadItem({ upload: { file, part, failure }, onDrop, onRetry }: UploadItemProps) {
  const { name } = file;
  if (failure) {
    const canTryAgain = failure.failure !== 'fileTooLarge' && failure.failure !== 'fileType';
    return (
      <div role="listitem">
        <Alert>
          <p>{`${filesText('notUploaded', { name })} ${failure.message}`}</p>
          <div className="atrium-row">
            {canTryAgain && (
              <Button className="atrium-button-small" onClick={onRetry}>
                {filesText('tryAgain')}
              </Button>
            )}
            <Button className="atrium-button-small" onClick={onDrop}>
              {filesText('dismiss')}
            </Button>
          </div>
        </Alert>
      </div>
    );
  }
  const label = filesText('uploading', { name });
  return (
    <div className={classes['upload']} role="listitem">
      <span>{label}</span>
      <progress aria-label={label} className={classes['progress']} max={1} value={part} />
      <Button className="atrium-button-small" onClick={onDrop}>
        {filesText('cancel')} <span className="atrium-visually-hidden">{name}</span>
      </Button>
    </div>
  );
}
