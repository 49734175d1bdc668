import type { AuthModule } from '@atrium/page-kit/contract/auth';
import { LinkButton } from '@atrium/page-kit/ui';
import { use, useState, type ReactNode } from 'react';
import { Link, NavLink, useLocation, useMatch } from 'react-router-dom';
import { useOpenTab, useTabModules } from '../runtime/hooks.ts';
import type { MenuVisitor } from '../runtime/open-tab.ts';
import type { SiteLoads } from '../runtime/site-loads.ts';
import { AuthModuleContext, useIsSignInPending } from '../sign-in/sign-in.tsx';
import { message } from '../texts/messages.ts';
import { firstEntries, menuVisitorOf } from './menu-entries.ts';
import { UserButton } from './user-button.tsx';

/**
 * The site's header. For signed-in users it is a sidebar and a bar above the page; on phones, a bar at the top, and the menu a bar at the
 * bottom. The menu depends on who is signed in, so it is left out without the auth remote.
 */
export function SiteHeader({ loads }: { readonly loads: SiteLoads }) {
  const authModule = use(AuthModuleContext);
  return authModule ? <HeaderForVisitor authModule={authModule} loads={loads} /> : <Header />;
}

function HeaderForVisitor({ authModule, loads }: { readonly authModule: AuthModule; readonly loads: SiteLoads }) {
  const user = authModule.useAuth(menuVisitorOf);
  // The form of a new password, which mailed links open, has the screen to itself, like those of visitors. The settings pass a state.
  const hasState = useLocation().state !== null;
  const isAlone = useMatch('/update-password') !== null && !hasState;
  const visitor = isAlone && user === 'signed-in' ? null : user;
  // Shown before the session has been checked, so that nothing moves after it.
  if (useIsSignInPending(authModule)) return isAlone ? <Header /> : <><Header isSidebar /><TopBarPlace loads={loads} /></>;
  const menu = <Menu loads={loads} visitor={visitor} />;
  if (visitor === 'signed-out') return <Header>{menu}<SignedOut /></Header>;
  return (
    <>
      <Header isSidebar={visitor === 'signed-in'}>
        {visitor === 'signed-in' && <SidebarButtonsPlace loads={loads} />}
        <div className="shell-sidebar-list">
          {menu}
          {visitor === 'signed-in' && <SidebarSections loads={loads} />}
        </div>
        <UserPlace authModule={authModule} loads={loads} />
      </Header>
      {visitor === 'signed-in' && <TopBarPlace loads={loads} />}
    </>
  );
}

function Header({ isSidebar = false, children }: { readonly isSidebar?: boolean; readonly children?: ReactNode }) {
  return (
    <header className={`shell-header ${isSidebar ? 'shell-sidebar' : ''}`}>
      <div className="shell-header-row">
        <Link className="shell-brand" to="/">
          <svg className="shell-brand-mark" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M3 21V10l9-7 9 7v11h-5v-8a4 4 0 0 0-8 0v8z" />
          </svg>
          {message('site.name')}
        </Link>
        {children}
      </div>
    </header>
  );
}

/** The first entries of the menu, with the button for all pages. */
function Menu({ loads, visitor }: { readonly loads: SiteLoads; readonly visitor: MenuVisitor }) {
  const modules = useTabModules(loads.modules);
  const openTab = useOpenTab(loads);
  const entries = firstEntries(modules, visitor);
  if (entries.length === 0 && visitor !== 'signed-in') return null;
  const { AllPages, MenuIcon } = openTab ?? {};
  const link = (path: string, text: string, icon: string | undefined) => (
    <NavLink key={path} className="shell-nav-link" end={path === '/'} to={path}>
      {/* Reserves the space of the icon, whose code loads after the first screen. */}
      <span className="shell-nav-icon">{MenuIcon && <MenuIcon name={icon} />}</span>
      <span className="shell-nav-text">{text}</span>
    </NavLink>
  );
  return (
    <nav className="shell-nav" aria-label={message('site.navigation')}>
      <div className="shell-nav-links">
        {visitor === 'signed-in' && link('/', message('header.home'), 'house')}
        {entries.map(({ path, text, icon }) => link(path, text, icon))}
      </div>
      {AllPages && <AllPages visitor={visitor} />}
    </nav>
  );
}

/** The modules' sections below the menu, whose code loads after the first screen. Nothing follows them, so nothing moves then. */
function SidebarSections({ loads }: { readonly loads: SiteLoads }) {
  const MenuExtensions = useOpenTab(loads)?.MenuExtensions;
  return MenuExtensions && <div className="shell-sidebar-sections"><MenuExtensions /></div>;
}

/** Reserves the space of the bar above the page, whose code loads after the first screen. */
function TopBarPlace({ loads }: { readonly loads: SiteLoads }) {
  const TopBar = useOpenTab(loads)?.TopBar;
  return <div className="shell-top-bar">{TopBar && <TopBar />}</div>;
}

/** Reserves the space of the search button. The code of the sidebar's buttons loads after the first screen. */
function SidebarButtonsPlace({ loads }: { readonly loads: SiteLoads }) {
  const SidebarButtons = useOpenTab(loads)?.SidebarButtons;
  return <div className="shell-search-place">{SidebarButtons && <SidebarButtons />}</div>;
}

/** The user's name, and behind it the user menu. A press before the menu's code has loaded is kept for it. */
function UserPlace({ authModule, loads }: { readonly authModule: AuthModule; readonly loads: SiteLoads }) {
  const user = authModule.useAuth((auth) => auth.user);
  const UserMenu = useOpenTab(loads)?.UserMenu;
  const [isPressed, setPressed] = useState(false);
  return (
    <div className="shell-person">
      {user && (UserMenu ? <UserMenu authModule={authModule} isPressed={isPressed} user={user} /> : <UserButton busy={isPressed} onClick={() => setPressed(true)} user={user} />)}
    </div>
  );
}

/** The links to log in and to register. That of the open page is quiet. */
function SignedOut() {
  const isRegister = useMatch('/register') !== null;
  return (
    // Appears when "Log out" is pressed, so the second click of a double click on that must not follow a link.
    <div className="shell-person" onClickCapture={(event) => event.detail > 1 && event.preventDefault()}>
      <NavLink className="shell-nav-link" end to="/login">{message('header.login')}</NavLink>
      <LinkButton aria-current={isRegister ? 'page' : undefined} className="atrium-sign-up" tone="quiet" to="/register">{message('header.register')}</LinkButton>
    </div>
  );
}
