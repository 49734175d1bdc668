import { LinkButton, PageHeading } from '@atrium/page-kit/ui';
import { use } from 'react';
import type { AuthModule } from '@atrium/page-kit/contract/auth';
import { message } from '../messages.ts';
import { menuEntries } from '../header/menu-entries.ts';
import { AuthModuleContext } from '../site/auth-module-context.ts';
import { localizedText } from '../site/localized-text.ts';
import type { TabModule } from '../site/tab-modules.ts';

const PROMISES = ['notes', 'oneSignIn', 'always'] as const;

/** The start page: what is here for a visitor, and for someone signed in. */
export function WelcomePage({ modules }: { readonly modules: readonly TabModule[] }) {
  const authModule = use(AuthModuleContext);
  return (
    <div className="shell-welcome">
      {authModule ? <Greeting useAuth={authModule.useAuth} modules={modules} /> : <VisitorGreeting />}
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

function Greeting({ useAuth, modules }: Pick<AuthModule, 'useAuth'> & { readonly modules: readonly TabModule[] }) {
  const name = useAuth(({ user }) => user && String(user.user_metadata['name'] ?? user.email ?? ''));
  if (name === null) return <VisitorGreeting />;
  return (
    <div className="shell-hero">
      <PageHeading title={message('welcome.signedInHeading', { name })} />
      <p className="shell-lead">{message('welcome.signedInLead')}</p>
      <div className="shell-actions">
        {menuEntries(modules, true).map(({ path, label }) => (
          <LinkButton key={path} tone="quiet" to={path}>{localizedText(label)}</LinkButton>
        ))}
      </div>
    </div>
  );
}

function VisitorGreeting() {
  return (
    <div className="shell-hero">
      <PageHeading title={message('welcome.heading')} />
      <p className="shell-lead">{message('welcome.lead')}</p>
      <div className="shell-actions">
        <LinkButton to="/register">{message('welcome.start')}</LinkButton>
        <LinkButton tone="quiet" to="/login">{message('welcome.login')}</LinkButton>
      </div>
    </div>
  );
}
