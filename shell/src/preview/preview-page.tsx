import { previewPath } from '@atrium/releases/names';
import { Alert, PageHeading } from '@atrium/page-kit/ui';
import { use, useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { AuthModuleContext } from '../site/auth-module-context.ts';
import { PageSkeleton } from '../site/page-skeleton.tsx';
import { keepLink, keptLink } from './kept-link.ts';
import { previewText } from './preview-messages.ts';
import { PreviewQuestion } from './preview-question.tsx';

/**
 * Where a signed link leads. The link is the fragment, which no server sees; it leaves the address
 * before anything else happens, and waits in the tab for somebody to sign in.
 */
export default function PreviewPage() {
  const authModule = use(AuthModuleContext);
  const { hash } = useLocation();
  const navigate = useNavigate();
  useLayoutEffect(() => {
    if (hash === '') return;
    keepLink(hash.slice(1));
    void navigate(previewPath, { replace: true });
  }, [hash, navigate]);
  // The guard would write the whole address down as the page to come back to.
  if (hash !== '') return <PageSkeleton />;
  if (!authModule) return <PreviewFrame><Alert>{previewText('signInUnavailable')}</Alert></PreviewFrame>;
  const { RequireAuth, auth } = authModule;
  const link = keptLink();
  return (
    <RequireAuth>
      <PreviewFrame>
        {link === null ? <Alert tone="info">{previewText('noLink')}</Alert> : <PreviewQuestion key={link} link={link} auth={auth} open={openDocument} />}
      </PreviewFrame>
    </RequireAuth>
  );
}

function openDocument(address: string): void {
  window.location.assign(address);
}

function PreviewFrame({ children }: { readonly children: React.ReactNode }) {
  return (
    <div className="atrium-page atrium-page-form">
      <PageHeading title={previewText('heading')} />
      {children}
    </div>
  );
}
