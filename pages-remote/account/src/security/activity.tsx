import { FingerprintPattern, KeyRound, Link2, Link2Off, LogIn, type LucideIcon, Mail, ShieldCheck, ShieldOff, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, Skeleton } from '@atrium/page-kit/ui';
import { dateLocale, formatDateTime } from '@atrium/page-kit/messages';
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

/**
 * What happened to the account's sign-in, the newest first. The auth service stores the device of a log-in, but not that of a change.
 *
 * @param version changes with each action on this page that adds an event
 */
export function Activity({ version }: { readonly version: string }) {
  const { data: events, failure, reload } = useLoaded(useAuth((auth) => auth.sessions.activity), version);
  const [count, setCount] = useState(FIRST_EVENTS);
  return (
    <SettingRow hint={securityText('activityAdvice')} title={securityText('activity')}>
      <LoadFailure failure={failure} onRetry={reload} />
      {events === null && !failure && <Skeleton lines={2} />}
      {events?.length === 0 && <p className="atrium-muted">{securityText('noActivity')}</p>}
      {events && events.length > 0 && (
        <ul aria-label={securityText('activity')} className={classes['events']}>
          {events.slice(0, count).map((event) => (
            <EventItem event={event} key={event.id} />
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

/** The icon of each kind of event. */
const ICONS: Readonly<Record<SecurityEvent['kind'], LucideIcon>> = {
  'signed-in': LogIn,
  'first-step': TriangleAlert,
  'wrong-code': TriangleAlert,
  'factor-added': ShieldCheck,
  'factor-removed': ShieldOff,
  'passkey-added': FingerprintPattern,
  'passkey-removed': FingerprintPattern,
  'provider-linked': Link2,
  'provider-unlinked': Link2Off,
  'password-changed': KeyRound,
  'email-changed': Mail,
};

function EventItem({ event }: { readonly event: SecurityEvent }) {
  const Icon = ICONS[event.kind];
  // Someone else probably knows the password.
  const isAlarming = event.kind === 'first-step';
  return (
    <li className={isAlarming ? classes['alarming'] : undefined}>
      <Icon aria-hidden="true" size={16} />
      <div>
        <div>
          <p>{securityText(event.kind, { name: nameIn(event) })}</p>
          {event.userAgent !== null && <p className="atrium-muted atrium-small">{deviceName(readDevice(event.userAgent))}</p>}
          {isAlarming && <NotYou />}
        </div>
        <time className="atrium-muted atrium-small" dateTime={event.happenedAt} title={formatDateTime(event.happenedAt)}>
          {momentText(event.happenedAt)}
        </time>
      </div>
    </li>
  );
}

/** The day in words and the time of day, if that was today or yesterday; otherwise the date and the time. */
function momentText(moment: string): string {
  const day = new Date();
  const time = new Date(moment).toLocaleTimeString(dateLocale(), { hour: 'numeric', minute: '2-digit' });
  if (isSameDay(moment, day)) return securityText('today', { time });
  day.setDate(day.getDate() - 1);
  return isSameDay(moment, day) ? securityText('yesterday', { time }) : formatDateTime(moment);
}

function isSameDay(moment: string, day: Date): boolean {
  return new Date(moment).toDateString() === day.toDateString();
}

/** What to do about a log-in of someone else. */
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

/** The auth service's own name of a set of recovery codes, which is English. It stores one as a factor. Any other factor can have this name, so the text says the same of both. */
const RECOVERY_CODES = 'Recovery codes';

/** The name in an event. The service stores providers in lower case. */
function nameIn({ kind, name }: SecurityEvent): string {
  if (name === RECOVERY_CODES) return recoveryText('name');
  if (kind === 'passkey-added' || kind === 'passkey-removed') return passkeyName({ name });
  if (kind !== 'provider-linked' && kind !== 'provider-unlinked') return name;
  return new Map<string, string>(Object.entries(PROVIDERS)).get(name) ?? name;
}
