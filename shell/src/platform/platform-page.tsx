import type { AuthModule } from '@atrium/page-kit/contract/auth';
import { Alert, Button, PageHeading, Skeleton } from '@atrium/page-kit/ui';
import { use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { onReleaseNews } from '../site/heard-news.ts';
import { AuthModuleContext } from '../site/auth-module-context.ts';
import { platformText } from './platform-messages.ts';
import { askState, type PlatformProblem } from './platform-requests.ts';
import { ReleasesBoard } from './releases-board.tsx';
import { StateWatch } from './state-watch.ts';

/** Why somebody is not of the team; what they have to tell to become so is their user id. */
const NOT_OF_THE_TEAM: readonly PlatformProblem[] = ['no-platform-team', 'not-platform-team', 'address-unproven'];

/** The platform team's page: what is live where, and the buttons to change it. The site's server decides who may. */
export default function PlatformPage() {
  const authModule = use(AuthModuleContext);
  if (!authModule) return <PlatformFrame><Alert>{platformText('signInUnavailable')}</Alert></PlatformFrame>;
  const { RequireAuth } = authModule;
  return (
    <RequireAuth>
      <PlatformScreen authModule={authModule} />
    </RequireAuth>
  );
}

/** Whoever is not of the team is told so at once, and not asked for a second factor first. */
function PlatformScreen({ authModule: { auth, useAuth, RequireAuth } }: { readonly authModule: AuthModule }) {
  const id = useAuth(({ user }) => user?.id);
  const [watch] = useState(() => new StateWatch(() => askState(auth)));
  const known = useSyncExternalStore(watch.subscribe, watch.known);
  useEffect(() => {
    const stop = watch.start();
    const stopListening = onReleaseNews(() => void watch.refresh());
    return () => {
      stopListening();
      stop();
    };
  }, [watch]);

  const { state, problem } = known;
  if (state) return <PlatformFrame><ReleasesBoard auth={auth} watch={watch} known={known} state={state} /></PlatformFrame>;
  if (!problem) return <PlatformFrame><Skeleton /></PlatformFrame>;
  const screen = (
    <PlatformFrame>
      <Alert tone={NOT_OF_THE_TEAM.includes(problem) ? 'info' : 'error'}>
        <p>{platformText(problem)}</p>
        {NOT_OF_THE_TEAM.includes(problem) && id !== undefined && <p>{platformText('yourId', { id })}</p>}
      </Alert>
      <div><Button onClick={() => void watch.refresh()}>{platformText('again')}</Button></div>
    </PlatformFrame>
  );
  return problem === 'second-factor-needed' ? <RequireAuth assurance="aal2">{screen}</RequireAuth> : screen;
}

function PlatformFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="atrium-page platform-page">
      <PageHeading title={platformText('heading')} />
      {children}
    </div>
  );
}
