import { LinkButton, PageHeading } from '@atrium/page-kit/ui';
import { use, type ReactNode } from 'react';
import type { AuthModule } from '@atrium/page-kit/contract/auth';
import { HEADER_ENTRIES, menuEntries } from '../frame/menu-entries.ts';
import { PageSkeleton } from '../frame/page-skeleton.tsx';
import type { TabModule } from '../runtime/tab-modules.ts';
import { AuthModuleContext, nameOf, useIsSignInPending } from '../sign-in/sign-in.tsx';
import { localizedText } from '../texts/document-language.ts';
import { message } from '../texts/messages.ts';

const PROMISES = ['private', 'live', 'account'] as const;

/** The start page, for visitors and for signed-in users. */
export function WelcomePage({ modules }: { readonly modules: readonly TabModule[] }) {
  const authModule = use(AuthModuleContext);
  return authModule ? <Greeting authModule={authModule} modules={modules} /> : <VisitorGreeting />;
}

function Greeting({ authModule, modules }: { readonly authModule: AuthModule; readonly modules: readonly TabModule[] }) {
  const name = authModule.useAuth(({ user }) => user && nameOf(user));
  if (useIsSignInPending(authModule)) return <PageSkeleton />;
  if (name === null) return <VisitorGreeting />;
  return (
    <Hero heading={message('welcome.signedInHeading', { name })} lead={message('welcome.signedInLead')}>
      {menuEntries(modules, 'signed-in').slice(0, HEADER_ENTRIES).map(({ path, label }) => (
        <LinkButton key={path} tone="quiet" to={path}>{localizedText(label)}</LinkButton>
      ))}
    </Hero>
  );
}

function VisitorGreeting() {
  return (
    <>
      <Hero heading={message('welcome.heading')} lead={message('welcome.lead')}>
        <LinkButton to="/register">{message('welcome.start')}</LinkButton>
        <LinkButton tone="quiet" to="/login">{message('welcome.login')}</LinkButton>
      </Hero>
      <ul className="shell-promises">
        {PROMISES.map((promise) => (
          <li key={promise} className="shell-promise">
            <h2>{message(`welcome.${promise}Title`)}</h2>
            <p className="atrium-muted">{message(`welcome.${promise}Text`)}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The page's heading and lead, with links to the next step. */
function Hero({ heading, lead, children }: { readonly heading: string; readonly lead: string; readonly children: ReactNode }) {
  return (
    <div className="shell-hero">
      <PageHeading title={heading} />
      <p className="atrium-muted shell-lead">{lead}</p>
      <div className="atrium-row shell-actions">{children}</div>
    </div>
  );
}
