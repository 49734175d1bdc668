import type { ReactNode } from 'react';
import { message } from '../messages.ts';
import { PageAnnouncer } from './page-announcer.tsx';

/** What surrounds every page: skip link, header, the place of the page, and that of news about releases. */
export function SiteFrame({ header, news, children }: {
  readonly header: ReactNode;
  readonly news?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <>
      <a className="shell-skip" href="#content">{message('site.skip')}</a>
      {header}
      <main className="shell-main" id="content" tabIndex={-1}>{children}</main>
      {news}
      <PageAnnouncer />
    </>
  );
}
