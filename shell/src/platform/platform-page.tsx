import type { AuthModule } from '@atrium/page-kit/contract/auth';
import { Alert, Button, LinkButton, PageHeading, Skeleton } from '@atrium/page-kit/ui';
import { NO_PAGE_ATTRIBUTE } from '@atrium/releases/wire';
import { use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { CopyButton } from '../frame/copy-button.tsx';
import { AuthModuleContext } from '../sign-in/sign-in.tsx';
import { message } from '../texts/messages.ts';
import { onReleaseChange } from '../updates/release-channel.ts';
import { platformText } from './messages.ts';
import { fetchState, type PlatformProblem } from './platform-requests.ts';
import { ReleasesBoard } from './releases-board.tsx';
import { StateWatch } from './state-watch.ts';

/** Problems of users who are not team members. */
const NOT_A_MEMBER: readonly PlatformProblem[] = ['no-platform-team', 'not-platform-team', 'address-unproven'];

/** The platform team's page: which releases are live, and the buttons to move them. The site's server checks permissions. */
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

/** Users who are not team members learn it immediately, without entering a second factor first. */
function PlatformScreen({ authModule: { auth, useAuth, RequireAuth } }: { readonly authModule: AuthModule }) {
  const id = useAuth(({ user }) => user?.id);
  const [watch] = useState(() => new StateWatch(() => fetchState(auth)));
  const known = useSyncExternalStore(watch.subscribe, watch.known);
  useEffect(() => {
    const stop = watch.start();
    const stopListening = onReleaseChange(() => watch.releaseChanged());
    return () => {
      stopListening();
      stop();
    };
  }, [watch]);

  const { state, problem } = known;
  if (state) return <PlatformFrame><ReleasesBoard auth={auth} watch={watch} known={known} state={state} /></PlatformFrame>;
  if (!problem) return <PlatformFrame><Skeleton /></PlatformFrame>;
  if (NOT_A_MEMBER.includes(problem)) return <Refusal id={id} reason={platformText(problem)} onRetry={() => void watch.refresh()} />;
  const screen = (
    <PlatformFrame>
      <Alert>{platformText(problem)}</Alert>
      <div><Button onClick={() => void watch.refresh()}>{platformText('again')}</Button></div>
    </PlatformFrame>
  );
  return problem === 'second-factor-needed' ? <RequireAuth assurance="aal2">{screen}</RequireAuth> : screen;
}

/** What users see who are not team members, with their user id, which the operator needs to add them. */
function Refusal({ id, reason, onRetry }: { readonly id: string | undefined; readonly reason: string; readonly onRetry: () => void }) {
  return (
    <div className="atrium-page atrium-page-form" {...{ [NO_PAGE_ATTRIBUTE]: '' }}>
      <PageHeading title={platformText('noAccess')} />
      <p className="atrium-lead" role="alert">{reason}</p>
      {id !== undefined && (
        <div className="platform-id">
          <p className="atrium-muted atrium-small">{platformText('yourId')}</p>
          <p><bdi className="shell-release" dir="ltr">{id}</bdi></p>
        </div>
      )}
      <div className="atrium-row">
        {id !== undefined && <CopyButton label={platformText('copyId')} text={id} />}
        <Button onClick={onRetry}>{platformText('again')}</Button>
        <LinkButton to="/" tone="quiet">{message('notFound.home')}</LinkButton>
      </div>
    </div>
  );
}

function PlatformFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="atrium-page platform-page">
      <PageHeading title={platformText('heading')} />
      {children}
    </div>
  );
}
