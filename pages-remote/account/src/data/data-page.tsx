import { Fragment, useCallback, useEffect, useId, useState } from 'react';
import { language } from '@atrium/page-kit/messages';
import { showToast, Slot } from '@atrium/page-kit/site';
import { Alert, Button } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { dialogText } from '../form/dialog-messages.ts';
import { SettingRow } from '../layout/setting-row.tsx';
import { SettingsPage } from '../layout/settings-page.tsx';
import classes from './data.module.css';
import type { ExportProgress, PartLoader } from './export-archive.ts';
import type { ExportFailure } from './export-error.ts';
import { dataText } from './messages.ts';
import { loadProfile } from './profile-part.ts';
import { useExport, type SavedExport } from './use-export.ts';

/** `/account/data`: saves the user's own data and files as an archive. Other modules add theirs in the slot `account.data`. */
export default function DataPage() {
  return (
    <SettingsPage section="data" title={dataText('title')}>
      <SettingRow hint={dataText('exportHint')} title={dataText('export')}>
        <Export />
      </SettingRow>
    </SettingsPage>
  );
}

function Export() {
  const userId = useAuth((auth) => auth.user?.id) ?? '';
  const [parts, setParts] = useState<ReadonlyMap<string, PartLoader>>(new Map([['account', loadProfile]]));
  const { progress, failure, start, cancel } = useExport();
  // Whether no other module adds a part. Without this, an archive whose other parts have not loaded would look complete.
  const [isAlone, setAlone] = useState(false);
  /** What the saved archive lacks. */
  const [missing, setMissing] = useState<'parts' | SavedExport | null>(null);
  const profileId = useId();

  function save(): void {
    const isComplete = isAlone || parts.size > 1;
    setMissing(null);
    start(parts, (saved) => {
      if (!isComplete) setMissing('parts');
      else if (saved.missingFiles.length > 0) setMissing(saved);
      else showToast({ text: dataText('saved', { name: saved.name }) });
    });
  }

  const addPart = useCallback((module: string, load: PartLoader) => {
    setParts((before) => new Map([...before, [module, load]]));
    return () => setParts((before) => new Map([...before].filter(([name, loader]) => name !== module || loader !== load)));
  }, []);

  return (
    <>
      <div aria-label={dataText('export')} className={classes['parts']} role="group">
        <div className={classes['part']}>
          <input aria-describedby={`${profileId}-hint`} checked className="atrium-checkbox" disabled id={profileId} type="checkbox" />
          <label htmlFor={profileId}>{dataText('profile')}</label>
          <span className="atrium-muted atrium-small" id={`${profileId}-hint`}>{dataText('profileHint')}</span>
        </div>
        <div className={isAlone ? '' : classes['others']}>
          <Slot addPart={addPart} name="account.data" savesFiles userId={userId}>
            <WhileShown onChange={setAlone} />
          </Slot>
        </div>
      </div>
      <div className="atrium-row">
        <Button
          busy={progress !== null}
          onClick={save}
          tone="primary"
        >
          {dataText('submit')}
        </Button>
        {progress && <Button onClick={cancel}>{dialogText('cancel')}</Button>}
        <span className="atrium-muted atrium-small" role="status">
          {progress && progressText(progress)}
        </span>
      </div>
      {failure && <Alert>{failureText(failure)}</Alert>}
      {missing === 'parts' && <Alert>{dataText('incomplete')}</Alert>}
      {missing !== null && missing !== 'parts' && <MissingFiles saved={missing} />}
    </>
  );
}

function progressText(progress: ExportProgress): string {
  if ('records' in progress) return dataText('reading', { count: progress.records });
  const { done, total, bytes } = progress;
  const [unit, unitBytes] = bytes < 1_000_000 ? ['kilobyte', 1000] : ['megabyte', 1_000_000];
  const size = new Intl.NumberFormat(language(), { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / unitBytes);
  return dataText('readingFiles', { done, total, size });
}

function failureText(failure: ExportFailure): string {
  if (failure.reason === 'file') return dataText('unreadFile', { path: failure.path });
  return dataText(failure.reason === 'size' ? 'tooLarge' : 'unread');
}

/** Names the files that the archive lacks. */
function MissingFiles({ saved: { name, missingFiles } }: { readonly saved: SavedExport }) {
  return (
    <Alert>
      <p>{dataText('missingFiles', { name, count: missingFiles.length })}</p>
      <ul className={classes['missing']}>
        {missingFiles.map((path) => (
          <li key={path}>
            {/* Lines break after the folders. */}
            <bdi>{path.split('/').map((name, depth) => depth === 0 ? name : <Fragment key={depth}>/<wbr />{name}</Fragment>)}</bdi>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Reports whether it is shown. */
function WhileShown({ onChange }: { readonly onChange: (isShown: boolean) => void }) {
  useEffect(() => {
    onChange(true);
    return () => onChange(false);
  }, [onChange]);
  return null;
}
