import type { AuthModule } from '@atrium/page-kit/contract/auth';
import { Button, LinkButton } from '@atrium/page-kit/ui';
import { use } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { useOpenTab, useTabModules } from '../runtime/hooks.ts';
import type { SiteLoads } from '../runtime/site-loads.ts';
import { AuthModuleContext, nameOf, useIsSignInPending } from '../sign-in/sign-in.tsx';
import { message } from '../texts/messages.ts';
import { firstEntries, menuVisitorOf } from './menu-entries.ts';

/** The site's header. Its menu depends on who is signed in, so it is left out without the auth remote. */
export function SiteHeader({ loads }: { readonly loads: SiteLoads }) {
  const authModule = use(AuthModuleContext);
  return (
    <header className="shell-header">
      <div className="shell-header-row">
        <Link className="shell-brand" to="/">
          <svg className="shell-brand-mark" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M3 21V10l9-7 9 7v11h-5v-8a4 4 0 0 0-8 0v8z" />
          </svg>
          {message('site.name')}
        </Link>
        {authModule && <HeaderMenu authModule={authModule} loads={loads} />}
      </div>
    </header>
  );
}

/** The first menu entries, then the user's name and "Log out", or "Log in" and "Create account". */
function HeaderMenu({ authModule, loads }: { readonly authModule: AuthModule; readonly loads: SiteLoads }) {
  const modules = useTabModules(loads.modules);
  const AllPages = useOpenTab(loads)?.AllPages;
  const visitor = authModule.useAuth(menuVisitorOf);
  const undecided = useIsSignInPending(authModule);
  // Reserves the menu's row on narrow screens, so that nothing moves when the menu appears.
  if (undecided) return <div className="shell-nav" />;
  const entries = firstEntries(modules, visitor);
  return (
    <>
      {entries.length > 0 && (
        <nav className="shell-nav" aria-label={message('site.navigation')}>
          <div className="shell-nav-links">
            {entries.map(({ path, text }) => (
              <NavLink key={path} className="shell-nav-link" to={path}>{text}</NavLink>
            ))}
          </div>
          {AllPages && <AllPages visitor={visitor} />}
        </nav>
      )}
      {visitor === 'signed-out' ? <SignedOut /> : <SignedIn authModule={authModule} loads={loads} />}
    </>
  );
}

function SignedIn({ authModule, loads }: { readonly authModule: AuthModule; readonly loads: SiteLoads }) {
  const { useAuth, auth } = authModule;
  const SearchButton = useOpenTab(loads)?.SearchButton;
  const name = useAuth(({ user }) => nameOf(user));
  const logout = () => {
    // A toast shows a failure; this browser's session is over in any case.
    auth.getAuth().logout().catch(() => undefined);
  };
  return (
    <div className="shell-person">
      <div className="shell-search-place">{SearchButton && <SearchButton />}</div>
      <bdi className="atrium-muted shell-person-name">{name}</bdi>
      <Button tone="quiet" onClick={logout}>{message('header.logout')}</Button>
    </div>
  );
}

function SignedOut() {
  return (
    // Replaces "Log out" in the same place, so the second click of a double click on that must not follow a link.
    <div className="shell-person" onClickCapture={(event) => event.detail > 1 && event.preventDefault()}>
      <LinkButton tone="quiet" to="/login">{message('header.login')}</LinkButton>
      <LinkButton to="/register">{message('header.register')}</LinkButton>
    </div>
  );
}
