import type { PlatformMove } from '@atrium/releases/move';
import type { PlatformRemote } from '@atrium/releases/platform-wire';
import { platformText } from './platform-messages.ts';

/** What the page has buttons for. */
export type MoveAction = PlatformMove['action'];

/** What somebody chose in the dialog. */
export interface MoveChoice {
  readonly action: MoveAction;
  /** The release that it is about; null where there is none to choose. */
  readonly release: string | null;
  /** For a canary: its share in percent. */
  readonly percent: number;
}

/** What can be done with a remote as it is. */
export function offeredMoves({ kind, live, previous, canary }: PlatformRemote): MoveAction[] {
  const offered: MoveAction[] = [];
  if (canary) offered.push('promote', 'canary');
  if (previous !== null) offered.push('rollback');
  if (live !== null) offered.push('quarantine');
  // Without them there is no site.
  if (live !== null && kind === 'page-module') offered.push('retire');
  return offered;
}

/** The releases that a move can be about, the likely one first. It always names one, so that it can be sent twice. */
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

/** What a move will do to visitors, in a sentence. */
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
