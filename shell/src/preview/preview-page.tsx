import { PREVIEW_PATH } from '@atrium/releases/wire';
import { Alert, LinkButton, PageHeading } from '@atrium/page-kit/ui';
import { use, useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { PageSkeleton } from '../frame/page-skeleton.tsx';
import { AuthModuleContext } from '../sign-in/sign-in.tsx';
import { message } from '../texts/messages.ts';
import { previewText } from './messages.ts';
import { PreviewConfirmation } from './preview-confirmation.tsx';
import { readStoredLink, storeLink } from './stored-link.ts';

/**
 * The page that a signed link opens. The link is in the fragment, which no server receives. The page first removes it from
 * the URL, and stores it in the tab until the user has signed in.
 */
export default function PreviewPage() {
  const authModule = use(AuthModuleContext);
  const { hash } = useLocation();
  const navigate = useNavigate();
  useLayoutEffect(() => {
    if (hash === '') return;
    storeLink(hash.slice(1));
    void navigate(PREVIEW_PATH, { replace: true });
  }, [hash, navigate]);
  // The guard would store the whole URL as the page to return to.
  if (hash !== '') return <PageSkeleton />;
  if (!authModule) return <PreviewFrame><Alert>{previewText('signInUnavailable')}</Alert></PreviewFrame>;
  const { RequireAuth, auth } = authModule;
  const link = readStoredLink();
  return (
    <RequireAuth>
      <PreviewFrame>
        {link === null ? <NoLink /> : <PreviewConfirmation key={link} link={link} auth={auth} open={openDocument} />}
      </PreviewFrame>
    </RequireAuth>
  );
}

function NoLink() {
  return (
    <>
      <p className="atrium-lead">{previewText('noLink')}</p>
      <div><LinkButton to="/" tone="quiet">{message('notFound.home')}</LinkButton></div>
    </>
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
