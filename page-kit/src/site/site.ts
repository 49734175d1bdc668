export { onSiteEvent, sendSiteEvent, useSiteEvent } from './events.ts';
export { pagePath, PageLink, prefetchPage, useGoToPage, usePagePath } from './pages.tsx';
export type { GoToPage, PageLinkProps } from './pages.tsx';
export { connectSite } from './site-host.ts';
export { Slot } from './slot.tsx';
export type { SlotElementProps } from './slot.tsx';
export { dismissToast, onToasts, showToast, shownToasts } from './toasts.ts';
export type { ShownToast } from './toasts.ts';
