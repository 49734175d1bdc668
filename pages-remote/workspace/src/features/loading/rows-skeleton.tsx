import { Skeleton } from '@atrium/page-kit/ui';
import classes from './rows-skeleton.module.css';

interface RowsSkeletonProps {
  readonly of: 'boards' | 'notes';
}

/** A placeholder for a list that is loading, with rows like those of the list. */
export function RowsSkeleton({ of }: RowsSkeletonProps) {
  return (
    <div className={`${classes['rows']} ${classes[of]}`}>
      <Skeleton lines={6} />
    </div>
  );
}
