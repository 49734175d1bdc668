import { ChevronDown, Monitor, Moon, Sun, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import type { Theme } from '@atrium/page-kit/contract/site';
import { Menu, MenuOptions } from '@atrium/page-kit/primitives';
import { usePreferences } from '@atrium/page-kit/site';
import { Button } from '@atrium/page-kit/ui';
import { SettingRow } from '../layout/setting-row.tsx';
import { preferencesText } from './messages.ts';
import classes from './preference-rows.module.css';

const THEMES: readonly { readonly theme: Theme; readonly icon: LucideIcon }[] = [
  { theme: 'system', icon: Monitor },
  { theme: 'light', icon: Sun },
  { theme: 'dark', icon: Moon },
];

/** Rows with the preferences of this browser. They appear once the site offers them, after the first screen. */
export function PreferenceRows() {
  const preferences = usePreferences();
  const themes = useId();
  if (preferences === null) return null;
  const { language, languages, theme: chosen, singleKeyShortcuts, choose } = preferences;
  const current = languages.find(({ tag }) => tag === language);
  return (
    <>
      <SettingRow hint={preferencesText('thisBrowser')} title={preferencesText('language')}>
        <Menu
          align="start"
          trigger={
            <Button className={classes['select']}>
              <span className="atrium-visually-hidden">{preferencesText('language')}</span>
              <span lang={language}>{current?.name ?? language}</span>
              <ChevronDown aria-hidden="true" size={16} />
            </Button>
          }
        >
          <MenuOptions onChoose={(tag) => choose({ language: tag })} options={languages.map(({ tag, name }) => ({ value: tag, label: name, language: tag }))} value={language} />
        </Menu>
      </SettingRow>
      <SettingRow title={preferencesText('theme')}>
        <div aria-label={preferencesText('theme')} className={classes['segments']} role="radiogroup">
          {THEMES.map(({ theme, icon: Icon }) => (
            <label className={classes['segment']} key={theme}>
              <input checked={theme === chosen} className="atrium-visually-hidden" name={themes} onChange={() => choose({ theme })} type="radio" />
              <Icon aria-hidden="true" size={16} />
              {preferencesText(theme)}
            </label>
          ))}
        </div>
      </SettingRow>
      <SettingRow title={preferencesText('shortcuts')}>
        <label className={classes['switchLine']}>
          {preferencesText('singleKeys')}
          <input
            checked={singleKeyShortcuts}
            className="atrium-switch"
            onChange={({ target }) => choose({ singleKeyShortcuts: target.checked })}
            role="switch"
            type="checkbox"
          />
        </label>
      </SettingRow>
    </>
  );
}
