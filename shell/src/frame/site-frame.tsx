import { onPageArrival } from '@atrium/page-kit/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { useOpenTab } from '../runtime/hooks.ts';
import type { SiteLoads } from '../runtime/site-loads.ts';
import { message } from '../texts/messages.ts';

/** The frame around every page: skip link, header, main part and notices. */
export function SiteFrame({ header, notices, children }: {
  readonly header: ReactNode;
  readonly notices?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <>
      <a className="shell-skip" href="#content">{message('site.skip')}</a>
      {header}
      <main className="shell-main" id="content" tabIndex={-1}>{children}</main>
      {notices}
      <PageAnnouncer />
    </>
  );
}

/** The area for toasts and notices about releases; empty until their code has loaded. */
export function NoticeArea({ loads }: { readonly loads: SiteLoads }) {
  const Notices = useOpenTab(loads)?.Notices;
  // Always rendered: screen readers announce only changes of a live region that they already know.
  return <div aria-live="polite" className="shell-news">{Notices && <Notices />}</div>;
}

/** Tells screen readers the title of the page after a navigation. */
function PageAnnouncer() {
  const [title, setTitle] = useState('');
  useEffect(() => onPageArrival(setTitle), []);
  return <div className="atrium-visually-hidden" aria-live="polite" aria-atomic="true">{title}</div>;
}
