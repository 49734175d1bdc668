import { PageBar, usePageTitle } from '@atrium/page-kit/ui';
import { useLocation } from 'react-router-dom';
import { useTabModules } from '../runtime/hooks.ts';
import type { SiteLoads } from '../runtime/site-loads.ts';
import { localizedText } from '../texts/document-language.ts';
import { message } from '../texts/messages.ts';
import { menuEntries } from './menu-entries.ts';

/** Says where the page is on the site, except on phones. A page with a bar of its own replaces it. */
export function TopBar({ loads }: { readonly loads: SiteLoads }) {
  const { pathname } = useLocation();
  const modules = useTabModules(loads.modules);
  const title = usePageTitle();
  if (pathname === '/') return <PageBar title={message('header.home')} />;
  const above = menuEntries(modules, 'signed-in').filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  // The closest one: modules may have entries below each other's paths.
  const [entry] = above.sort((one, other) => other.path.length - one.path.length);
  if (!entry) return <PageBar title={title} />;
  const label = localizedText(entry.label);
  return pathname === entry.path ? <PageBar title={label} /> : <PageBar parent={{ label, to: entry.path }} title={title} />;
}
