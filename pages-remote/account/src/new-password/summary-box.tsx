import type { ReactNode } from 'react';
import classes from './summary-box.module.css';

interface SummaryBoxProps {
  readonly avatar: ReactNode;
  readonly title: string;
  readonly detail: string;
}

/** What the form below it is about, such as the account whose password changes. */
export function SummaryBox({ avatar, title, detail }: SummaryBoxProps) {
  return (
    <div className={classes['box']}>
      {avatar}
      <div>
        <p className={classes['title']}>{title}</p>
        <p className="atrium-muted atrium-small">{detail}</p>
      </div>
    </div>
  );
}

/** Takes the space of a {@link SummaryBox}: with its border while it loads, and hidden when there is none. */
export function SummaryBoxPlaceholder({ isLoading }: { readonly isLoading: boolean }) {
  return <div className={classes['box']} style={isLoading ? undefined : { visibility: 'hidden' }} />;
}
