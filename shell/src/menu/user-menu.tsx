import { Menu, MenuChoice, MenuHeading, MenuItem, MenuSeparator } from '@atrium/page-kit/primitives';
import { usePreferences } from '@atrium/page-kit/site';
import { Avatar } from '@atrium/page-kit/ui';
import { useEffect, useSyncExternalStore, type ComponentType } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { logOut } from '../frame/log-out-toasts.ts';
import { frameText } from '../frame/messages.ts';
import { THEMES } from '../frame/preferences.ts';
import { UserButton } from '../frame/user-button.tsx';
import { offeredCommands, runCommand } from '../palette/commands.ts';
import type { SiteContributions } from '../runtime/contributions.ts';
import type { UserMenuProps } from '../runtime/open-tab.ts';
import type { SiteLoads } from '../runtime/site-loads.ts';
import { nameOf } from '../sign-in/sign-in.tsx';
import { localizedText } from '../texts/document-language.ts';
import { MenuIcon } from './menu-icon.tsx';

/** What the user menu needs from the tab. */
export interface UserMenuTab {
  readonly loads: SiteLoads;
  readonly contributions: SiteContributions;
  readonly showShortcuts: () => void;
}

/** Creates the user menu of this tab: the modules' commands for it, the preferences, and "Log out". */
export function createUserMenu({ loads, contributions, showShortcuts }: UserMenuTab): ComponentType<UserMenuProps> {
  return function UserMenu({ authModule: { auth, useAuth }, user }) {
    const assurance = useAuth((state) => state.assurance);
    const permissions = useAuth((state) => state.permissions);
    const list = useSyncExternalStore(contributions.subscribe, () => contributions.list);
    useEffect(() => void contributions.load(), []);
    const navigate = useNavigate();
    const { pathname } = useLocation();
    const preferences = usePreferences();
    const commands = offeredCommands(list ?? [], { user, assurance, permissions }, pathname).filter(({ declaration }) => declaration.userMenu);
    const name = nameOf(user);
    return (
      <Menu align="start" defaultOpen trigger={<UserButton user={user} />}>
        <MenuHeading>
          <Avatar id={user.id} name={name} size="large" />
          <span className="shell-user-lines">
            <bdi>{name}</bdi>
            <bdi className="atrium-muted atrium-small">{user.email}</bdi>
          </span>
        </MenuHeading>
        <MenuSeparator />
        {commands.map((command) => (
          <MenuItem
            key={`${command.module.manifest.name}.${command.key}`}
            icon={<MenuIcon name={command.declaration.icon} />}
            onSelect={() => void runCommand({ loads, auth, open: (path) => void navigate(path) }, command)}
          >
            {localizedText(command.declaration.title)}
          </MenuItem>
        ))}
        {commands.length > 0 && <MenuSeparator />}
        {preferences && (
          <>
            <MenuChoice
              icon={<MenuIcon name="sun-moon" />}
              label={frameText('preferences.theme')}
              onChoose={(theme) => preferences.choose({ theme })}
              options={THEMES.map((theme) => ({ value: theme, label: frameText(`preferences.${theme}`) }))}
              value={preferences.theme}
            />
            <MenuChoice
              icon={<MenuIcon name="globe" />}
              label={frameText('preferences.language')}
              onChoose={(language) => preferences.choose({ language })}
              options={preferences.languages.map(({ tag, name: label }) => ({ value: tag, label, language: tag }))}
              value={preferences.language}
            />
          </>
        )}
        <MenuItem icon={<MenuIcon name="keyboard" />} onSelect={showShortcuts}>{frameText('userMenu.shortcuts')}</MenuItem>
        <MenuSeparator />
        <MenuItem icon={<MenuIcon name="log-out" />} onSelect={() => logOut(auth)}>{frameText('userMenu.logOut')}</MenuItem>
      </Menu>
    );
  };
}
