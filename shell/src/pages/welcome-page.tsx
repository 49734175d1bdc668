import { LinkButton, PageHeading } from '@atrium/page-kit/ui';
import { use, type ReactNode } from 'react';
import type { AuthModule } from '@atrium/page-kit/contract/auth';
import { message } from '../messages.ts';
import { menuEntries } from '../header/menu-entries.ts';
import { AuthModuleContext } from '../site/auth-module-context.ts';
import { localizedText } from '../site/localized-text.ts';
import { PageSkeleton } from '../site/page-skeleton.tsx';
import type { TabModule } from '../site/tab-modules.ts';
import { useUndecided } from '../site/use-undecided.ts';

const PROMISES = ['notes', 'oneSignIn', 'always'] as const;

/** The start page: what is here for a visitor, and for someone signed in. */
export function WelcomePage({ modules }: { readonly modules: readonly TabModule[] }) {
  const authModule = use(AuthModuleContext);
  return authModule ? <Greeting authModule={authModule} modules={modules} /> : <VisitorGreeting />;
}

function Welcome({ children }: { readonly children: ReactNode }) {
  return (
    <div className="shell-welcome">
      <div className="shell-hero">{children}</div>
      <ul className="shell-promises">
        {PROMISES.map((promise) => (
          <li key={promise} className="shell-promise">
            <h2>{message(`welcome.${promise}Title`)}</h2>
            <p>{message(`welcome.${promise}Text`)}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Greeting({ authModule, modules }: { readonly authModule: AuthModule; readonly modules: readonly TabModule[] }) {
  const name = authModule.useAuth(({ user }) => user && String(user.user_metadata['name'] ?? user.email ?? ''));
  if (useUndecided(authModule)) return <PageSkeleton />;
  if (name === null) return <VisitorGreeting />;
  return (
    <Welcome>
      <PageHeading title={message('welcome.signedInHeading', { name })} />
      <p className="shell-lead">{message('welcome.signedInLead')}</p>
      <div className="shell-actions">
        {menuEntries(modules, true).map(({ path, label }) => (
          <LinkButton key={path} tone="quiet" to={path}>{localizedText(label)}</LinkButton>
        ))}
      </div>
    </Welcome>
  );
}

function VisitorGreeting() {
  return (
    <Welcome>
      <PageHeading title={message('welcome.heading')} />
      <p className="shell-lead">{message('welcome.lead')}</p>
      <div className="shell-actions">
        <LinkButton to="/register">{message('welcome.start')}</LinkButton>
        <LinkButton tone="quiet" to="/login">{message('welcome.login')}</LinkButton>
      </div>
    </Welcome>
  );
}
