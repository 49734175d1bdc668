import { Skeleton } from '@atrium/page-kit/ui';

/** Stands for a page that is still on its way. */
export function PageSkeleton() {
  return <div className="shell-loading"><Skeleton lines={5} /></div>;
}
