import type { AuthModule } from '@atrium/page-kit/contract/auth';
import { Icon } from '@atrium/page-kit/icons';
import { use, useSyncExternalStore, type ComponentType } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { menuVisitorOf } from '../frame/menu-entries.ts';
import type { SiteContributions } from '../runtime/contributions.ts';
import { useTabModules } from '../runtime/hooks.ts';
import type { PageFinderProps } from '../runtime/open-tab.ts';
import type { SiteLoads } from '../runtime/site-loads.ts';
import { AuthModuleContext } from '../sign-in/sign-in.tsx';
import { offeredCommands, type Visitor } from './commands.ts';
import { commandEntries, pageEntries } from './entries.ts';
import { paletteText } from './messages.ts';
import { suggestPages } from './page-suggestions.ts';
import { SearchButton } from './search-button.tsx';

/** What the page finder needs from the tab. */
export interface PageFinderTab {
  readonly loads: SiteLoads;
  readonly contributions: SiteContributions;
  /** Opens the command palette. */
  readonly onSearch: () => void;
}

/** Creates the end of "Page not found": a search, and the pages that the user may have wanted. */
export function createPageFinder(tab: PageFinderTab): ComponentType<PageFinderProps> {
  return function PageFinder({ suggests }) {
    const authModule = use(AuthModuleContext);
    return authModule ? <FinderForUser authModule={authModule} suggests={suggests} tab={tab} /> : <Finder suggests={suggests} tab={tab} visitor={null} />;
  };
}

interface FinderProps extends PageFinderProps {
  readonly tab: PageFinderTab;
}

function FinderForUser({ authModule: { useAuth }, ...props }: FinderProps & { readonly authModule: AuthModule }) {
  const user = useAuth((state) => state.user);
  const assurance = useAuth((state) => state.assurance);
  const permissions = useAuth((state) => state.permissions);
  return <Finder {...props} visitor={{ user, assurance, permissions }} />;
}

function Finder({ tab: { loads, contributions, onSearch }, suggests, visitor }: FinderProps & { readonly visitor: Visitor | null }) {
  const { pathname } = useLocation();
  const modules = useTabModules(loads.modules);
  const list = useSyncExternalStore(contributions.subscribe, () => contributions.list);
  // Pages for signed-in users lead visitors to the log-in page first.
  const pages = pageEntries(modules, visitor?.user ? menuVisitorOf(visitor) : 'signed-in');
  const suggestions = suggests ? suggestPages(pathname, [...pages, ...commandEntries(offeredCommands(list ?? [], visitor, pathname), pages)]) : [];
  return (
    <div className="palette-finder">
      <SearchButton label={paletteText('find')} onOpen={onSearch} />
      {suggestions.length > 0 && (
        <nav aria-labelledby="palette-suggestions">
          <h2 className="palette-finder-title" id="palette-suggestions">{paletteText('didYouMean')}</h2>
          <ul role="list">
            {suggestions.map(({ path, title, icon }) => (
              <li key={path}>
                <Link className="palette-suggestion" to={path}>
                  <Icon name={icon} />
                  <span>{title}</span>
                  <bdi className="atrium-muted" dir="ltr">{path}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
