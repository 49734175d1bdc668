import type { ReactNode } from 'react';
import { message } from '../messages.ts';
import { PageAnnouncer } from './page-announcer.tsx';

/** What surrounds every page: skip link, header, and the place of the page. */
export function SiteFrame({ header, children }: { readonly header: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      <a className="shell-skip" href="#content">{message('site.skip')}</a>
      {header}
      <main className="shell-main" id="content" tabIndex={-1}>{children}</main>
      <PageAnnouncer />
    </>
  );
}
