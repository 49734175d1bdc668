import type { PlatformLogEntry } from '@atrium/releases/platform-wire';
import { timeText } from '../site/time-text.ts';
import { platformText } from './platform-messages.ts';
import { ReleaseName } from './release-name.tsx';

/** The moves of this server's time; one of a later server is called as that calls it. */
const actions = ['publish', 'promote', 'rollback', 'retire', 'canary', 'quarantine'] as const;

/** One move: what, when, who and why. */
export function HistoryEntry({ entry, title }: { readonly entry: PlatformLogEntry; readonly title: string }) {
  const { action, release, replaced, when, who, why, team, canary, quarantined, overridden } = entry;
  const known = actions.find((one) => one === action);
  return (
    <li className="platform-entry">
      <p>
        <strong>{title}</strong> {known ? platformText(`log.${known}`) : action}
        <time className="atrium-muted atrium-small" dateTime={when}>{timeText(when)}</time>
      </p>
      <p className="platform-why" dir="auto">{why}</p>
      <p className="atrium-muted atrium-small">{team === null || team === who ? who : platformText('log.byTeam', { who, team })}</p>
      <p className="platform-ids atrium-small">
        <Pointer label="log.live" release={release} />
        {replaced !== release && <Pointer label="log.replaced" release={replaced} />}
        {canary && <Pointer label="log.share" release={canary.release} percent={canary.percent} />}
        <Pointer label="log.quarantined" release={quarantined} />
      </p>
      {overridden.length > 0 && <p className="atrium-small platform-bad">{platformText('log.overridden', { findings: overridden.join('; ') })}</p>}
    </li>
  );
}

/** A release and what it was in a move; nothing for none. */
function Pointer({ label, release, percent }: {
  readonly label: 'log.live' | 'log.replaced' | 'log.share' | 'log.quarantined';
  readonly release: string | null;
  readonly percent?: number;
}) {
  if (release === null) return null;
  const [before, after] = platformText(label, percent === undefined ? {} : { percent }).split('{release}');
  return <span>{before}<ReleaseName release={release} />{after}</span>;
}
