import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { PageHeading } from '@atrium/page-kit/ui';
import { RequireAuth } from 'auth/auth';
import { settingsText } from './messages.ts';
import classes from './settings.module.css';

/** The parts of the settings, in the order of the rail, with their paths. */
const SECTIONS = [
  ['profile', '/account'],
  ['signIn', '/account/sign-in'],
  ['security', '/account/security'],
  ['data', '/account/data'],
  ['deleteAccount', '/account/delete'],
] as const;

interface SettingsPageProps {
  readonly title: string;
  /** The entry of the rail that the page belongs to. */
  readonly section: (typeof SECTIONS)[number][0];
  /** The rows. */
  readonly children: ReactNode;
  /** Shown below the rows. */
  readonly after?: ReactNode;
}

/** The frame of every settings page: the rail with all of them, and the page's heading and rows beside it. */
export function SettingsPage({ title, section, children, after }: SettingsPageProps) {
  const { pathname } = useLocation();
  return (
    <RequireAuth>
      <div className={classes['space']}>
        <div className={classes['settings']}>
          <nav aria-label={settingsText('label')} className={classes['rail']} ref={showCurrent}>
            {SECTIONS.map(([name, path]) => (
              // "true" on a page that belongs to the entry but has a path of its own.
              <Link aria-current={name === section ? (path === pathname ? 'page' : 'true') : undefined} key={name} to={path}>
                {settingsText(name)}
              </Link>
            ))}
          </nav>
          <div className={classes['content']}>
            <PageHeading title={title} />
            <div className={classes['rows']}>{children}</div>
            {after}
          </div>
        </div>
      </div>
    </RequireAuth>
  );
}

/**
 * Scrolls the rail to the entry of the page, where it has no room for all: when it appears, and when its width changes. Not at each resize of
 * the window, because phones resize it when the page scrolls.
 */
function showCurrent(rail: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    const current = rail.querySelector<HTMLElement>('[aria-current]');
    if (current) rail.scrollLeft = current.offsetLeft + (current.offsetWidth - rail.clientWidth) / 2;
  });
  observer.observe(rail);
  return () => observer.disconnect();
}
