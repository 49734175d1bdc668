import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import type { ChosenPreferences } from '@atrium/page-kit/site';
import { logOut } from '../frame/log-out-toasts.ts';
import { frameText } from '../frame/messages.ts';
import { THEMES } from '../frame/preferences.ts';
import { sidebar } from '../frame/sidebar.ts';
import type { OwnCommand } from './entries.ts';
import { paletteText } from './messages.ts';

interface Options {
  /** The session of a signed-in user; null for others. */
  readonly session: AuthHandle | null;
  readonly preferences: ChosenPreferences | null;
  /** Opens the inspector; null if it is not for the user. */
  readonly inspect: (() => void) | null;
  readonly listShortcuts: () => void;
}

/** The shell's own commands for a user. */
export function shellCommands({ session, preferences, inspect, listShortcuts }: Options): readonly OwnCommand[] {
  const themes = THEMES.filter((theme) => preferences && theme !== preferences.theme);
  return [
    command({ id: 'shortcuts', title: paletteText('showShortcuts'), icon: 'keyboard', words: ['keyboard', 'shortcuts', 'keys'], shortcut: '?', run: listShortcuts }),
    ...themes.map((theme) => command({ id: theme, title: paletteText(`theme.${theme}`), icon: 'sun-moon', words: ['theme', 'mode', 'appearance', theme], run: () => preferences?.choose({ theme }) })),
    ...(sidebar.canToggle() ? [command({ id: 'sidebar', title: frameText(sidebar.isShown() ? 'sidebar.hide' : 'sidebar.show'), icon: 'layout-dashboard', words: ['sidebar', 'hide', 'show', 'menu'], run: sidebar.toggle })] : []),
    ...(session ? [command({ id: 'log-out', title: frameText('userMenu.logOut'), icon: 'log-out', words: ['log out', 'logout', 'sign out'], run: () => logOut(session) })] : []),
    ...(inspect ? [command({ id: 'inspect', title: paletteText('inspect'), icon: 'code', words: ['inspect', 'inspector', 'release'], isListed: true, run: inspect })] : []),
  ];
}

interface Command {
  readonly id: string;
  readonly title: string;
  readonly icon: string;
  /** English words that find it in every language, as those of other entries do. */
  readonly words: readonly string[];
  readonly shortcut?: string;
  readonly isListed?: boolean;
  readonly run: () => void;
}

function command({ id, words, run, isListed = false, ...entry }: Command): OwnCommand {
  return { ...entry, isListed, id: `shell ${id}`, choose: { run }, findable: { titles: [entry.title], keywords: words } };
}
