import { Monitor, Smartphone, Tablet } from 'lucide-react';
import { useId } from 'react';
import { formatDate, formatDateTime, language } from '@atrium/page-kit/messages';
import { Alert, Button } from '@atrium/page-kit/ui';
import type { AccountSession } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { failureText } from '../failure/action-failure.ts';
import { useAction } from '../form/use-action.ts';
import { ItemDetails, SettingItem } from '../layout/setting-item.tsx';
import { deviceName, readDevice } from './device.ts';
import { securityText } from './messages.ts';

const ICONS = { computer: Monitor, phone: Smartphone, tablet: Tablet } as const;

interface DeviceItemProps {
  readonly session: AccountSession;
  readonly onEnded: (name: string) => void;
}

/** A device of the list, with a button that logs it out. This device has none: the user menu has its log-out. */
export function DeviceItem({ session, onEnded }: DeviceItemProps) {
  const end = useAuth((auth) => auth.sessions.end);
  const { busy, failure, run } = useAction();
  const times = useId();
  const device = readDevice(session.userAgent);
  const name = deviceName(device);

  async function logOut(): Promise<void> {
    await end(session.id);
    onEnded(name);
  }

  return (
    <SettingItem
      action={
        !session.isCurrent && (
          <Button
            aria-describedby={times}
            aria-label={securityText('logOutDeviceNamed', { name })}
            busy={busy}
            className="atrium-button-small"
            onClick={() => run(logOut)}
            tone="quiet"
          >
            {securityText('logOutDevice')}
          </Button>
        )
      }
      badge={session.isCurrent ? securityText('thisDevice') : undefined}
      detail={timesOf(session)}
      detailId={times}
      icon={ICONS[device.kind]}
      name={name}
    >
      {failure && (
        <ItemDetails>
          <Alert>{failureText(failure)}</Alert>
        </ItemDetails>
      )}
    </SettingItem>
  );
}

const HOUR_MS = 3_600_000;

/** When the device was used last, and since when the user is logged in there. */
function timesOf({ isCurrent, startedAt, usedAt }: AccountSession): string {
  const date = formatDate(startedAt);
  if (isCurrent) return securityText('activeNow', { date });
  const hours = Math.floor((Date.now() - Date.parse(usedAt)) / HOUR_MS);
  // The service learns of a use when the device renews its token, which lasts an hour.
  if (hours < 1) return securityText('activeLastHour', { date });
  if (hours < 24) return securityText('activeAgo', { used: new Intl.RelativeTimeFormat(language()).format(-hours, 'hour'), date });
  return securityText('activeOn', { used: formatDateTime(usedAt), date });
}
