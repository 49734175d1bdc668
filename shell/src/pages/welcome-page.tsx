import { Alert, Button, LinkButton, PageHeading, Skeleton } from '@atrium/page-kit/ui';
import { use, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { PageSkeleton } from '../frame/page-skeleton.tsx';
import { useOnline } from '../runtime/hooks.ts';
import type { HomeProps } from '../runtime/open-tab.ts';
import type { SiteLoads } from '../runtime/site-loads.ts';
import { AuthModuleContext, nameOf, useIsSignInPending } from '../sign-in/sign-in.tsx';
import { message } from '../texts/messages.ts';

const PROMISES = ['private', 'live', 'account'] as const;

interface Props extends Pick<HomeProps, 'modules'> {
  readonly loads: SiteLoads;
}

/** The start page: for visitors, what the site is; for signed-in users, their home page. */
export function WelcomePage(props: Props) {
  const authModule = use(AuthModuleContext);
  return authModule ? <Greeting authModule={authModule} {...props} /> : <VisitorGreeting />;
}

function Greeting({ authModule, loads, modules }: Props & HomeProps) {
  const name = authModule.useAuth(({ user }) => user && nameOf(user));
  if (useIsSignInPending(authModule)) return <PageSkeleton />;
  if (name === null) return <VisitorGreeting />;
  return (
    <div className="atrium-page">
      <PageHeading title={message('welcome.signedInHeading', { name })} />
      <DeferredHome authModule={authModule} loads={loads} modules={modules} />
    </div>
  );
}

const homes = new WeakMap<SiteLoads, ComponentType<HomeProps>>();

/** Everything on the home page below its heading. The code loads after the first screen. */
function DeferredHome({ loads, ...props }: Props & HomeProps) {
  const [Home, setHome] = useState(() => homes.get(loads) ?? null);
  const [state, setState] = useState<'loading' | 'failed' | 'retrying'>('loading');
  const isLoading = !Home && state !== 'failed';
  useEffect(() => {
    if (!isLoading) return;
    loads.openTab.get().then((openTab) => openTab.loadHome()).then(
      (loaded) => {
        homes.set(loads, loaded);
        setHome(() => loaded);
      },
      () => setState('failed'),
    );
  }, [isLoading, loads]);
  const retry = () => setState('retrying');
  useOnline(() => state === 'failed' && retry());
  if (Home) return <Home {...props} />;
  if (state === 'loading') return <Skeleton />;
  return (
    <Alert>
      <p>{message('moduleUnavailable.text')}</p>
      <div>
        <Button busy={state === 'retrying'} onClick={retry}>{message('failure.retry')}</Button>
      </div>
    </Alert>
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
