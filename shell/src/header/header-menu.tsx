import type { AuthModule, AuthState } from '@atrium/page-kit/contract/auth';
import { Button, LinkButton } from '@atrium/page-kit/ui';
import { NavLink } from 'react-router-dom';
import { message } from '../messages.ts';
import { localizedText } from '../site/localized-text.ts';
import type { TabModule } from '../site/tab-modules.ts';
import { useUndecided } from '../site/use-undecided.ts';
import { menuEntries } from './menu-entries.ts';

interface Props {
  readonly authModule: AuthModule;
  readonly modules: readonly TabModule[];
}

/** The modules' navigation, and the person: name and "Log out", or "Log in" and "Create account". */
export function HeaderMenu({ authModule, modules }: Props) {
  const visitor = authModule.useAuth(visitorOf);
  const undecided = useUndecided(authModule);
  // Its row is kept where it has one to itself: nothing moves when it comes.
  if (undecided) return <div className="shell-nav" />;
  const entries = menuEntries(modules, visitor);
  return (
    <>
      {entries.length > 0 && (
        <nav className="shell-nav" aria-label={message('site.navigation')}>
          {entries.map(({ path, label }) => (
            <NavLink key={path} className="shell-nav-link" to={path}>{localizedText(label)}</NavLink>
          ))}
        </nav>
      )}
      {visitor === 'signed-out' ? <SignedOut /> : <SignedIn authModule={authModule} />}
    </>
  );
}

/** Whose entries the menu has: nobody's, while a signed-in person has yet to give a code. */
function visitorOf({ user, assurance: { currentLevel, nextLevel } }: AuthState) {
  if (!user) return 'signed-out';
  return currentLevel === nextLevel ? 'signed-in' : null;
}

function SignedIn({ authModule }: Pick<Props, 'authModule'>) {
  const { useAuth, auth } = authModule;
  const name = useAuth(({ user }) => String(user?.user_metadata['name'] ?? user?.email ?? ''));
  const logout = () => {
    // The open tab tells a failure; the session of this browser is over all the same.
    auth.getAuth().logout().catch(() => undefined);
  };
  return (
    <div className="shell-person">
      <bdi className="shell-person-name">{name}</bdi>
      <Button tone="quiet" onClick={logout}>{message('header.logout')}</Button>
    </div>
  );
}

function SignedOut() {
  return (
    // Stands where "Log out" stood: the second click of a double click on that is not meant for these.
    <div className="shell-person" onClickCapture={(event) => event.detail > 1 && event.preventDefault()}>
      <LinkButton tone="quiet" to="/login">{message('header.login')}</LinkButton>
      <LinkButton to="/register">{message('header.register')}</LinkButton>
    </div>
  );
}
