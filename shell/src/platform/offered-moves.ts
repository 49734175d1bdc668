import type { PlatformMove } from '@atrium/releases/model';
import type { PlatformRemote } from '@atrium/releases/wire';
import { platformText } from './messages.ts';

/** A move that the page has a button for. */
export type MoveAction = PlatformMove['action'];

/** The user's choice in the dialog. */
interface MoveChoice {
  readonly action: MoveAction;
  /** The release to move; null if the move names none. */
  readonly release: string | null;
  /** For a canary: its share in percent. */
  readonly percent: number;
}

/** The moves that are possible in a remote's current state. */
export function offeredMoves({ kind, live, previous, canary }: PlatformRemote): MoveAction[] {
  const offered: MoveAction[] = [];
  if (canary) offered.push('promote', 'canary');
  if (previous !== null) offered.push('rollback');
  if (live !== null) offered.push('quarantine');
  // The site needs the shell and the auth remote.
  if (live !== null && kind === 'page-module') offered.push('retire');
  return offered;
}

/** The releases that a move can apply to, the likeliest first. A move always names one, so that sending it twice is safe. */
export function releasesFor(action: MoveAction, { live, previous, canary }: PlatformRemote): string[] {
  const present = (releases: readonly (string | null | undefined)[]) => [...new Set(releases.filter((release) => typeof release === 'string'))];
  switch (action) {
    case 'promote':
    case 'canary':
      return present([canary?.release]);
    case 'rollback':
      return present([previous]);
    case 'quarantine':
      return present([canary?.release, live, previous]);
    case 'retire':
      return [];
  }
}

/** Describes the effect of a move on visitors in a sentence. */
export function effectOf({ action, release, percent }: MoveChoice, { live, canary }: PlatformRemote): string {
  const names = { release: release ?? '–', live: live ?? '–', percent: String(percent) };
  switch (action) {
    case 'promote':
    case 'retire':
      return platformText(`dialog.${action}`, names);
    case 'canary':
      return platformText(percent === 0 ? 'dialog.canaryEnds' : 'dialog.canary', names);
    case 'rollback':
      return platformText(live === null ? 'dialog.comeBack' : 'dialog.rollback', names);
    case 'quarantine':
      if (release === live) return platformText('dialog.quarantineLive', names);
      if (release === canary?.release) return platformText('dialog.quarantineCanary', { ...names, percent: canary?.percent ?? 0 });
      return platformText('dialog.quarantinePrevious', names);
  }
}
