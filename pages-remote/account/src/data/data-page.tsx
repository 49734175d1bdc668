import { UserRound } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { showToast, Slot } from '@atrium/page-kit/site';
import { Alert, Button } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { SettingRow } from '../layout/setting-row.tsx';
import { SettingsPage } from '../layout/settings-page.tsx';
import classes from './data.module.css';
import { dataText } from './messages.ts';
import { loadProfile } from './profile-part.ts';
import { type PartLoader, useExport } from './use-export.ts';

/** `/account/data`: saves the user's own data as a file. Other modules add theirs in the slot `account.data`. */
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
  const { records, hasFailed, start, cancel } = useExport();
  // Whether no other module has a part. Otherwise, parts that have not loaded or have failed would be missing in silence.
  const [isAlone, setAlone] = useState(false);
  const [isIncomplete, setIncomplete] = useState(false);

  function save(): void {
    const isComplete = isAlone || parts.size > 1;
    setIncomplete(false);
    start(parts, (name) => {
      if (isComplete) showToast({ text: dataText('saved', { name }) });
      else setIncomplete(true);
    });
  }

  const addPart = useCallback((module: string, load: PartLoader) => {
    setParts((before) => new Map([...before, [module, load]]));
    return () => setParts((before) => new Map([...before].filter(([name, loader]) => name !== module || loader !== load)));
  }, []);

  return (
    <>
      {/* Above the parts, which appear one after the other. */}
      <div className="atrium-row">
        <Button
          busy={records !== null}
          onClick={save}
          tone="primary"
        >
          {dataText('submit')}
        </Button>
        {records !== null && <Button onClick={cancel}>{dataText('cancel')}</Button>}
        <span className="atrium-muted atrium-small" role="status">
          {records !== null && dataText('reading', { count: records })}
        </span>
      </div>
      {(hasFailed || isIncomplete) && (
        <Alert>
          <p>{dataText(hasFailed ? 'unread' : 'incomplete')}</p>
        </Alert>
      )}
      <div className={classes['parts']}>
        <div className={classes['part']}>
          <UserRound aria-hidden="true" size={16} />
          <p>
            {dataText('profile')}
            <span className="atrium-muted atrium-small">{dataText('profileHint')}</span>
          </p>
        </div>
        <Slot addPart={addPart} name="account.data" userId={userId}>
          <WhileShown onChange={setAlone} />
        </Slot>
      </div>
    </>
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
