import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, Skeleton } from '@atrium/page-kit/ui';
import { formatDateTime } from '@atrium/page-kit/messages';
import { PROVIDERS, type SecurityEvent } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { useLoaded } from '../form/use-loaded.ts';
import { settingsText } from '../layout/messages.ts';
import { SettingRow } from '../layout/setting-row.tsx';
import { deviceName, readDevice } from './device.ts';
import { passkeyName } from '../passkeys/passkey-item.tsx';
import { recoveryText } from '../recovery-codes/messages.ts';
import { LoadFailure } from '../second-factor/load-failure.tsx';
import { FROM_ACCOUNT } from '../visitor/navigation-state.ts';
import { securityText } from './messages.ts';
import classes from './security.module.css';

/** Events that the list shows before the user asks for more, and how many each request for more adds. */
const FIRST_EVENTS = 5;
const MORE_EVENTS = 20;

/** What happened to the account's sign-in, the newest first. The auth service stores the device of a log-in, but not that of a change. */
export function Activity() {
  const { data: events, failure, reload } = useLoaded(useAuth((auth) => auth.sessions.activity));
  const [count, setCount] = useState(FIRST_EVENTS);
  return (
    <SettingRow hint={securityText('activityAdvice')} title={securityText('activity')}>
      <LoadFailure failure={failure} onRetry={reload} />
      {events === null && !failure && <Skeleton lines={2} />}
      {events?.length === 0 && <p className="atrium-muted">{securityText('noActivity')}</p>}
      {events && events.length > 0 && (
        <ul aria-label={securityText('activity')} className={classes['events']}>
          {events.slice(0, count).map((event) => (
            <li key={event.id}>
              {event.kind === 'first-step' && <TriangleAlert aria-hidden="true" size={16} />}
              <div>
                <p>{securityText(event.kind, { name: nameIn(event) })}</p>
                {event.userAgent !== null && <p className="atrium-muted atrium-small">{deviceName(readDevice(event.userAgent))}</p>}
                {event.kind === 'first-step' && <NotYou />}
              </div>
              <time className="atrium-muted atrium-small" dateTime={event.happenedAt}>
                {formatDateTime(event.happenedAt)}
              </time>
            </li>
          ))}
        </ul>
      )}
      {events && events.length > count && (
        <div>
          <Button className="atrium-button-small" onClick={() => setCount((shown) => shown + MORE_EVENTS)} tone="quiet">
            {securityText('moreActivity')}
          </Button>
        </div>
      )}
    </SettingRow>
  );
}

/** What to do about a log-in of someone else, who probably knows the password. */
function NotYou() {
  return (
    <p className="atrium-small">
      {securityText('notYou')}{' '}
      <Link state={FROM_ACCOUNT} to="/update-password">
        {settingsText('changePassword')}
      </Link>
    </p>
  );
}

/** The auth service's own name of a set of recovery codes, which is English. */
const RECOVERY_CODES = 'Recovery codes';

/** The name in an event. The service stores providers in lower case. */
function nameIn({ kind, name }: SecurityEvent): string {
  if (name === RECOVERY_CODES) return recoveryText('name');
  if (kind === 'passkey-added' || kind === 'passkey-removed') return passkeyName({ name });
  if (kind !== 'provider-linked' && kind !== 'provider-unlinked') return name;
  return new Map<string, string>(Object.entries(PROVIDERS)).get(name) ?? name;
}
