import type { LogEntry } from '@atrium/releases/move';

/** What a move did, in one line. */
export function whatMoved({ action, name, release, replaced, canary, quarantined }: LogEntry): string {
  const moved = `${replaced ?? '-'} -> ${release ?? 'retired'}`;
  if (action === 'canary') return canary === null ? `canary ${name} ended` : `canary ${name} ${canary.release} ${canary.percent} %`;
  if (action !== 'quarantine') return `${action} ${name} ${moved}`;
  return `quarantine ${name} ${quarantined ?? '-'}${release === replaced ? '' : `: ${moved}`}`;
}
