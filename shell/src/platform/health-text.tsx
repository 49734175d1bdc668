import type { PlatformHealth } from '@atrium/releases/platform-wire';
import { platformText } from './platform-messages.ts';
import { isFailing, visitorsOf } from './trouble.ts';

/** For how many of its visitors a release failed. */
export function HealthText({ told }: { readonly told: PlatformHealth | null }) {
  if (told === null || visitorsOf(told.all) === 0) return <span className="atrium-muted">{platformText('health.none')}</span>;
  const { recent, all } = told;
  const format = (count: number) => count.toLocaleString(document.documentElement.lang || 'en');
  return (
    <span className={isFailing(told) ? 'platform-bad' : undefined}>
      {platformText('health.told', {
        recent: format(recent.failed),
        recentOf: format(visitorsOf(recent)),
        all: format(all.failed),
        allOf: format(visitorsOf(all)),
      })}
    </span>
  );
}
