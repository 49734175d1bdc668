import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { showToast } from '@atrium/page-kit/site';
import { Button, Skeleton } from '@atrium/page-kit/ui';
import type { AccountSession } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { useLoaded } from '../form/use-loaded.ts';
import { SettingItems } from '../layout/setting-item.tsx';
import { SettingRow } from '../layout/setting-row.tsx';
import { DeviceItem } from './device-item.tsx';
import { LoadFailure } from '../second-factor/load-failure.tsx';
import { securityText } from './messages.ts';
import { failureText } from '../failure/action-failure.ts';
import { ActionDialog } from '../form/action-dialog.tsx';

/** Devices that the list shows before the user asks for all of them. */
const FIRST_DEVICES = 5;

/** The devices on which the user is logged in, where they log out one or all of them. */
export function Devices() {
  const { data: sessions, failure, reload, change } = useLoaded(useAuth((auth) => auth.sessions.list));
  const [showsAll, setShowsAll] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The user may have logged in elsewhere meanwhile.
  const onVisible = useEffectEvent(() => {
    if (document.visibilityState === 'visible') reload();
  });
  useEffect(() => {
    const listener = () => onVisible();
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  }, []);

  function removeEnded({ id }: AccountSession, name: string): void {
    change((current) => current.filter((session) => session.id !== id));
    // The button that the user pressed is gone.
    heading.current?.focus();
    showToast({ text: securityText('loggedOutDevice', { name }) });
  }

  const shown = showsAll ? sessions : sessions?.slice(0, FIRST_DEVICES);
  return (
    <SettingRow heading={heading} hint={securityText('sessionsAdvice')} title={securityText('sessions')}>
      <LoadFailure failure={failure} onRetry={reload} />
      {sessions === null && !failure && <Skeleton lines={2} />}
      {shown && shown.length > 0 && (
        <SettingItems label={securityText('sessions')}>
          {shown.map((session) => (
            <DeviceItem key={session.id} onEnded={(name) => removeEnded(session, name)} session={session} />
          ))}
        </SettingItems>
      )}
      {(sessions || failure) && (
        <div className="atrium-row">
          {sessions && shown && sessions.length > shown.length && (
            <Button className="atrium-button-small" onClick={() => setShowsAll(true)} tone="quiet">
              {securityText('allDevices', { count: sessions.length })}
            </Button>
          )}
          {sessions?.length === 1 ? <p className="atrium-muted atrium-small">{securityText('onlyHere')}</p> : <LogOutEverywhere />}
        </div>
      )}
    </SettingRow>
  );
}

/** A button that ends all sessions of the user after a confirmation. */
function LogOutEverywhere() {
  const logout = useAuth((auth) => auth.logout);
  const [asking, setAsking] = useState(false);
  return (
    <div>
      <Button className="atrium-button-small" onClick={() => setAsking(true)}>
        {securityText('logOutEverywhere')}
      </Button>
      <ActionDialog
        action={() => logout({ everywhere: true })}
        confirm={securityText('logOutEverywhere')}
        description={securityText('logOutEverywhereAdvice')}
        explain={failureText}
        onClose={() => setAsking(false)}
        open={asking}
        title={securityText('askLogOutEverywhere')}
      />
    </div>
  );
}
