import { Skeleton } from '@atrium/page-kit/ui';

/** Placeholder for a page that is loading. */
export function PageSkeleton() {
  return <div className="shell-loading"><Skeleton lines={5} /></div>;
}
