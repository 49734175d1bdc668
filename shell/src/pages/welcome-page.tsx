import { Alert, Button, LinkButton, PageHeading, Skeleton } from '@atrium/page-kit/ui';
import { use, useEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { PageSkeleton } from '../frame/page-skeleton.tsx';
import { useOnline } from '../runtime/hooks.ts';
import type { HomeProps, OpenTab } from '../runtime/open-tab.ts';
import type { SiteLoads } from '../runtime/site-loads.ts';
import { AuthModuleContext, nameOf, useIsSignInPending } from '../sign-in/sign-in.tsx';
import { message } from '../texts/messages.ts';

interface Props extends Pick<HomeProps, 'modules'> {
  readonly loads: SiteLoads;
}

/** The start page: for visitors, what the site is; for signed-in users, their home page. */
export function WelcomePage(props: Props) {
  const authModule = use(AuthModuleContext);
  return authModule ? <Greeting authModule={authModule} {...props} /> : <VisitorGreeting canRegister={false} loads={props.loads} />;
}

function Greeting({ authModule, loads, modules }: Props & HomeProps) {
  const name = authModule.useAuth(({ user }) => user && nameOf(user));
  const { auth } = authModule;
  const isPending = useIsSignInPending(authModule);
  const home = useMemo(() => ({ loads, parts: homes, load: (openTab: OpenTab) => openTab.loadHome(auth) }), [loads, auth]);
  useEffect(() => {
    // Beside supabase-js instead of after it. After a failure, the page itself tries again.
    if (isPending) loadPart(home).catch(() => undefined);
  }, [isPending, home]);
  if (isPending) return <PageSkeleton />;
  if (name === null) return <VisitorGreeting canRegister loads={loads} />;
  return (
    <div className="atrium-page">
      <PageHeading title={message('welcome.signedInHeading', { name: firstName(name) })} />
      <Deferred {...home}>{(Home) => <Home authModule={authModule} modules={modules} />}</Deferred>
    </div>
  );
}

/** Latin words without a comma or an abbreviation. In other scripts the first word may be half a name, and "Lovelace, Ada" begins with the last. */
const FIRST_NAME_FIRST = /^[\p{Script=Latin}\p{M}'’ -]+$/u;

function firstName(name: string): string {
  return (FIRST_NAME_FIRST.test(name) && name.trim().split(' ')[0]) || name;
}

type Parts<Props> = WeakMap<SiteLoads, ComponentType<Props>>;

const homes: Parts<HomeProps> = new WeakMap();

const starts: Parts<object> = new WeakMap();
const loadStart = (openTab: OpenTab): Promise<ComponentType<object>> => openTab.loadStart();

/** A part of the page whose code loads after the first screen. */
interface DeferredPage<PartProps> {
  readonly loads: SiteLoads;
  /** The loaded part, for the next visit of the page. */
  readonly parts: Parts<PartProps>;
  readonly load: (openTab: OpenTab) => Promise<ComponentType<PartProps>>;
}

async function loadPart<PartProps>({ loads, parts, load }: DeferredPage<PartProps>): Promise<ComponentType<PartProps>> {
  const part = await load(await loads.openTab.get());
  parts.set(loads, part);
  return part;
}

function Deferred<PartProps>({ loads, parts, load, children }: DeferredPage<PartProps> & { readonly children: (Part: ComponentType<PartProps>) => ReactNode }) {
  const [Part, setPart] = useState(() => parts.get(loads) ?? null);
  const [state, setState] = useState<'loading' | 'failed' | 'retrying'>('loading');
  const isLoading = !Part && state !== 'failed';
  useEffect(() => {
    if (!isLoading) return;
    loadPart({ loads, parts, load }).then(
      (loaded) => {
        // The part replaces the button.
        if (document.querySelector('.atrium-alert :focus')) document.querySelector('h1')?.focus();
        setPart(() => loaded);
      },
      () => setState('failed'),
    );
  }, [isLoading, loads, parts, load]);
  const retry = () => setState('retrying');
  useOnline(() => state === 'failed' && retry());
  if (Part) return children(Part);
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

/** What visitors see. Without the auth remote, they cannot register, and a notice above the page says so. */
function VisitorGreeting({ canRegister, loads }: Pick<Props, 'loads'> & { readonly canRegister: boolean }) {
  return (
    <>
      <div className="shell-hero">
        <PageHeading title={message('welcome.heading')} />
        <p className="atrium-muted">{message('welcome.lead')}</p>
        {canRegister && <LinkButton className="atrium-sign-up" to="/register">{message('header.register')}</LinkButton>}
      </div>
      <Deferred loads={loads} parts={starts} load={loadStart}>{(Start) => <Start />}</Deferred>
    </>
  );
}
