export { onSiteEvent, sendSiteEvent, useSiteEvent } from './events.ts';
export { pagePath, PageLink, prefetchPage, useGoToPage, usePagePath } from './pages.tsx';
export type { GoToPage, PageLinkProps } from './pages.tsx';
export { connectSite } from './site-host.ts';
export { dismissToast, onToasts, showToast, shownToasts } from './toasts.ts';
export type { ShownToast } from './toasts.ts';
